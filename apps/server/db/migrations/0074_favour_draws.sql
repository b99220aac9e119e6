-- A draw of version 3 that fewer than the quorum of its witnesses vouch for in time stands by the same round, in the members' favour.
alter table issue_draw add column favour boolean not null default false;
alter table event_draw add column favour boolean not null default false;

-- the column changes what the tally counts
select recount_history('event_draw');
