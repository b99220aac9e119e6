/**
 * Passwords that attackers try first: common words with common endings, and keyboard patterns.
 *
 * Only passwords that fit the policy (8 to 16 characters with a letter and a digit) matter. The list combines words and
 * endings, as people do.
 */

const WORDS = `
password passwort passw pass parola senha sifre admin administrator root user guest test login welcome master secret
letmein access changeme default qwerty qwert qwertyuiop asdf asdfgh asdfghjkl zxcv zxcvbn zxcvbnm abc abcd abcde abcdef
abcdefg abcdefgh aaa aaaa aaaaaa xxx iloveyou ilove loveyou lovely love mylove loveme lover baby babygirl angel
princess prince king queen sunshine sunny flower butterfly rainbow summer winter spring autumn monday friday january
march april august october november december dragon monkey tiger lion eagle falcon wolf shadow killer ninja hunter
ranger batman superman spiderman ironman naruto pokemon pikachu minecraft fortnite freefire pubg roblox football
soccer cricket baseball basketball hockey arsenal chelsea liverpool barcelona barca realmadrid madrid ronaldo messi
neymar virat kohli dhoni sachin shakib tamim mashrafi computer internet google facebook youtube instagram whatsapp
tiktok samsung nokia apple iphone android windows microsoft linux office mobile phone money dollar lucky luck winner
lottery casino jackpot bonus fairlot family mother father brother sister friend friends forever freedom god jesus
jesuschrist christ allah bismillah alhamdulillah mashallah inshallah muhammad mohammed mohamed mohammad ahmed ahmad
ali hasan hassan hussain omar khalid abdullah rahman rahim karim islam fatima aisha maryam bangladesh bangla dhaka
chittagong sylhet khulna rajshahi joybangla india indian bharat mumbai delhi kolkata krishna ganesh shiva sairam
jaihind rahul rohit amit anil sunil suresh ramesh priya pooja anita pakistan lahore karachi egypt cairo saudi riyadh
dubai qatar habibi brasil brazil flamengo corinthians palmeiras vietnam hanoi saigon anhyeuem jakarta indonesia
bandung sayang cinta bismilah michael michelle jennifer jessica jordan daniel david james john robert thomas charlie
andrew matthew joshua anthony william richard joseph george nicole ashley amanda samantha elizabeth hannah sophie
maria carlos juan jose antonio alexander alex marina diamond gold silver crystal purple orange banana cherry chocolate
cookie coffee pepper ginger mustang ferrari porsche mercedes yamaha honda toyota starwars matrix pokemon hello
helloworld trustno whatever nothing something anything nopass mypass mypassword newpassword oldpassword temp temporary
demo sample student teacher doctor manager company business bank account secure security system server network
`

const ENDINGS = `
1 2 3 7 8 9 0 00 01 007 10 11 12 13 21 22 23 69 77 88 99 100 101 111 121 123 234 321 333 420 456 500 555 666 777 786
789 888 999 000 1000 1111 1122 1212 1234 2222 4321 5555 6666 7777 8888 9999 11111 12345 54321 123123 123321 111111
123456 654321 1234567 12345678 123456789 1! 12! 123! 1234! @1 @12 @123 @1234 @786 #1 #123 _1 _123 .123 1980 1985 1986
1987 1988 1989 1990 1991 1992 1993 1994 1995 1996 1997 1998 1999 2000 2001 2002 2003 2004 2005 2006 2007 2008 2009
2010 2011 2012 2015 2016 2017 2018 2019 2020 2021 2022 2023 2024 2025 2026 2027 2028 @2020 @2021 @2022 @2023 @2024
@2025 @2026 2024! 2025! 2026! 1a 123a 123abc 1q 1234a 12345a 123q 123qwe 007! 0007 0123 01234
`

const BEGINNINGS =
  '1 12 123 1234 12345 123456 1234567 12345678 123456789 111 111111 786 007 000 123321 654321'

/** Paths over the keyboard and other whole passwords. */
const WHOLE = `
1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1q2w3e4r5t6y7u q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 q1w2e3r4t5y6u7 1qaz2wsx 1qaz2wsx3edc
2wsx3edc 3edc4rfv 1qazxsw2 1qazxsw23edc zaq12wsx zaq1xsw2 zaq1zaq1 xsw2zaq1 qaz123wsx qazwsx12 qazwsx123 qazwsx1234
qazwsxedc1 qazwsxedc123 wsxedc123 1qaz1qaz 2wsx2wsx q1q1q1q1 q2w3e4r5 w2e3r4t5 1w2e3r4t 2q3w4e5r 4r3e2w1q 5t4r3e2w1q
a1b2c3d4 a1b2c3d4e5 a1b2c3d4e5f6 1a2b3c4d 1a2b3c4d5e 1a2b3c4d5e6f a1s2d3f4 a1s2d3f4g5 a1s2d3f4g5h6 1a2s3d4f 1a2s3d4f5g
z1x2c3v4 z1x2c3v4b5 1z2x3c4v 1z2x3c4v5b aa112233 aa123456 aa123456789 a123456789 a12345678 a1234567 a1a2a3a4 a1a1a1a1
ab123456 ab12345678 abc12345 abc123456 abc123456789 abc123abc abc123def abcd1234 abcd12345 abcd123456 abcde12345
asd12345 asd123456 asd123asd asdf1234 asdf12345 asdf123456 asdfgh12 asdfgh123 asdfghjkl1 asdqwe12 asdqwe123 qwe12345
qwe123456 qwe123456789 qwe123asd qwe123qwe qwe123rty qwe123zxc qwer1234 qwer12345 qwer123456 qwert123 qwert1234
qwert12345 qwert123456 qwerty12 qwerty1234567 qweasd12 qweasd123 qweasdzxc1 qweasdzxc123 qwaszx12 qwaszx123 zx123456
zxc12345 zxc123456 zxc123zxc zxcv1234 zxcvbn12 zxcvbn123 zxcvbnm1 zxcvbnm12 zxcvbnm123 poiuyt12 poiu0987 0987poiu
p0o9i8u7 p0o9i8u7y6 0p9o8i7u mnbvcxz1 lkjhgf12 123456aa 123456ab 123456abc 123456789a 123456789q 123456789z 12345678a
12345678q 1234567a 1234567q 123456qw 123456qwe 123456qwerty 12345qwe 12345qwert 12345asd 1234abcd 1234asdf 1234qwer
1234zxcv 123abc123 123asd123 123qwe123 123qweasd 123qweasdzxc 123zxc123 12qwaszx 12qw34er 112233aa 11223344a 111111aa
111222tianya 147258369a 159753qq 147852369a 987654321a 987654321q 0123456789a 5201314a 5201314qq woaini123 woaini1314
woaini520 woaini521 wang1234 wang123456 li123456 zhang123 caonima1 asd123qwe trustno1 letmein1 blink182 rush2112
apollo13 ncc1701d ncc1701e ou812345 thx1138a bond0007 agent007 jamesbond007 number1a catch221 front242 matrix123
p@ssw0rd p@ssw0rd1 p@ssword1 passw0rd passw0rd1 pa55word pa55w0rd pa55word1 passw0rd! password0 passwor1 passwd123
adm1n123 adm1nistrator r00tr00t l0vely12 il0veyou il0vey0u iloveu123 ilu12345 i1love1you fuckyou1 fuckyou2 fuckyou123
fuckoff1 asshole1 bitch123 sexy1234 sexy12345 pussy123 hello1234 xbox3600 ps4ps4ps4 h4x0r123 dr4gon12 m0nkey12
`

const split = (text: string): string[] => text.trim().split(/\s+/)

/** Signs that stand for letters in passwords. */
const LETTER_OF: Record<string, string> = {
  '@': 'a',
  $: 's',
  '0': 'o',
  '3': 'e',
  '1': 'i',
  '5': 's',
  '4': 'a',
}
const MIN_LENGTH = 8
const MAX_LENGTH = 16

function fits(password: string): boolean {
  const { length } = password
  return length >= MIN_LENGTH && length <= MAX_LENGTH && /[a-z]/.test(password) && /\d/.test(password)
}

function build(): ReadonlySet<string> {
  const words = split(WORDS)
  const all = new Set(split(WHOLE))
  for (const word of words) {
    for (const ending of split(ENDINGS)) all.add(word + ending)
    for (const beginning of split(BEGINNINGS)) all.add(beginning + word)
  }
  return new Set([...all].filter(fits))
}

/** In lower case. */
export const COMMON_PASSWORDS: ReadonlySet<string> = build()
const WORD_SET: ReadonlySet<string> = new Set(split(WORDS))

/** Whether a password is on the list, in any case, or is a listed word with signs for letters or one character repeated. */
export function isCommon(password: string): boolean {
  const lower = password.toLowerCase()
  if (COMMON_PASSWORDS.has(lower) || new Set(lower).size <= 2) return true
  // digits at the end are an ending, digits inside a word replace letters: `p@ssw0rd2024`
  const [, head = '', tail = ''] = /^(.*?)(\d*[!.@#_]?)$/.exec(lower) ?? []
  const spelled = head.replaceAll(/[@$01345]/g, (sign) => LETTER_OF[sign] ?? sign)
  return (WORD_SET.has(spelled) && tail.length <= 5) || COMMON_PASSWORDS.has(spelled + tail)
}
