// Reads checkpoints with the packages of Go's checksum database: golang.org/x/mod/sumdb/note and tlog.
//
// Standard input: a JSON list of questions. Standard output: a JSON list of answers, "" for yes and else the reason.
package main

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type question struct {
	// note verifier keys of the log and of a witness; without a witness, its line is not asked for
	Key, Witness string
	Note         string
	// an entry with its inclusion path (hex), or an older size with its root and consistency path
	Entry *struct {
		Index int64
		Bytes string
		Path  []string
	}
	Older *struct {
		Size int64
		Root string
		Path []string
	}
}

// cosigner verifies c2sp.org/tlog-cosignature, version 1, of which the note package knows only the frame.
type cosigner struct {
	name string
	key  []byte
}

func (c cosigner) Name() string { return c.name }

func (c cosigner) KeyHash() uint32 {
	sum := sha256.Sum256(append([]byte(c.name+"\n\x04"), c.key...))
	return binary.BigEndian.Uint32(sum[:])
}

func (c cosigner) Verify(msg, sig []byte) bool {
	if len(sig) != 8+ed25519.SignatureSize {
		return false
	}
	text := fmt.Sprintf("cosignature/v1\ntime %d\n%s", binary.BigEndian.Uint64(sig), msg)
	return ed25519.Verify(c.key, []byte(text), sig[8:])
}

func newCosigner(text string) (note.Verifier, error) {
	parts := strings.Split(text, "+")
	if len(parts) < 3 {
		return nil, errors.New("malformed witness key")
	}
	key, err := base64.StdEncoding.DecodeString(strings.Join(parts[2:], "+"))
	if err != nil || len(key) != 33 || key[0] != 4 {
		return nil, errors.New("not the key of a witness")
	}
	c := cosigner{parts[0], key[1:]}
	if fmt.Sprintf("%08x", c.KeyHash()) != parts[1] {
		return nil, errors.New("wrong id of the witness key")
	}
	return c, nil
}

func hashOf(encoded string) (tlog.Hash, error) { return tlog.ParseHash(encoded) }

func hashes(list []string) (out []tlog.Hash, err error) {
	for _, one := range list {
		h, err := hashOf(one)
		if err != nil {
			return nil, err
		}
		out = append(out, h)
	}
	return out, nil
}

func answer(q question) error {
	logKey, err := note.NewVerifier(q.Key)
	if err != nil {
		return err
	}
	known := []note.Verifier{logKey}
	if q.Witness != "" {
		witness, err := newCosigner(q.Witness)
		if err != nil {
			return err
		}
		known = append(known, witness)
	}
	opened, err := note.Open([]byte(q.Note), note.VerifierList(known...))
	if err != nil {
		return err
	}
	if len(opened.Sigs) != len(known) {
		return fmt.Errorf("%d of %d keys signed", len(opened.Sigs), len(known))
	}
	lines := strings.Split(opened.Text, "\n")
	if lines[0] != logKey.Name() {
		return errors.New("the origin is not the name of the key")
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		return err
	}
	root, err := hashOf(lines[2])
	if err != nil {
		return err
	}
	if q.Entry != nil {
		path, err := hashes(q.Entry.Path)
		if err != nil {
			return err
		}
		leaf := tlog.RecordHash([]byte(q.Entry.Bytes))
		return tlog.CheckRecord(path, size, root, q.Entry.Index, leaf)
	}
	if q.Older != nil {
		path, err := hashes(q.Older.Path)
		if err != nil {
			return err
		}
		older, err := hashOf(q.Older.Root)
		if err != nil {
			return err
		}
		return tlog.CheckTree(path, size, root, q.Older.Size, older)
	}
	return nil
}

func main() {
	var questions []question
	if err := json.NewDecoder(os.Stdin).Decode(&questions); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	answers := make([]string, len(questions))
	for i, q := range questions {
		if err := answer(q); err != nil {
			answers[i] = err.Error()
		}
	}
	json.NewEncoder(os.Stdout).Encode(answers)
}
