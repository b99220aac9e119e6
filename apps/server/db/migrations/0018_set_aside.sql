-- An entry that the log cannot take is set aside, so that it does not stop the log and every seal. `why` is null for entries that
-- waited when their log was lost.
alter table log_unpublished add column why text check (char_length(why) between 1 and 1000);
