-- What the wallet statement needs to filter, search and sum a long history without reading it. All of it derives from the
-- ledger's lines and is brought up to date when a member reads, and by a job for long backlogs; no statement of a purchase
-- or a settlement writes it. The doctor compares it with the lines.

-- The number of lines of each wallet that the tables below contain.
create table statement_head (
  member_id uuid primary key,
  through_line integer not null default 0,
  constraint statement_head_line check (through_line >= 0)
) with (fillfactor=70);
comment on table statement_head is 'key: member';

-- The sums of a kind in a month, and the lines between which they lie. A line belongs to the month of its time, or to the
-- month of the line before it when the clock went back: the lines of a month follow each other.
create table statement_month (
  member_id uuid not null,
  month date not null,
  kind text not null,
  lines integer not null,
  amount_in bigint not null,
  amount_out bigint not null,
  first_line integer not null,
  last_line integer not null,
  primary key (member_id, month, kind),
  constraint statement_month_first check (extract(day from month) = 1),
  constraint statement_month_amounts check (least(amount_in, amount_out) >= 0),
  constraint statement_month_lines check (lines > 0 and first_line > 0 and last_line - first_line >= lines - 1)
) with (fillfactor=70);
comment on table statement_month is 'key: member';

-- A line under its kind and its topic: what its purchase was of, as the seller groups it (the product of an issue).
create table statement_line (
  member_id uuid not null,
  kind text not null,
  line integer not null,
  topic text,
  primary key (member_id, kind, line),
  constraint statement_line_number check (line > 0)
);
create index statement_line_by_topic on statement_line (member_id, topic, kind, line) where topic is not null;
comment on table statement_line is 'key: member';

grant select, insert on statement_head, statement_month, statement_line to fairlot_app;
grant update (through_line) on statement_head to fairlot_app;
grant update (lines, amount_in, amount_out, last_line) on statement_month to fairlot_app;

-- A code also confirms that a member takes away a copy of their data.
alter table sms_code drop constraint sms_code_purpose, add constraint sms_code_purpose check (purpose in
  ('register', 'login', 'reset', 'recharge', 'withdraw', 'payout', 'phone', 'password', 'close', 'export'));
