-- The reality check counts the use of a member, over all of the member's sessions, also those that have ended since.
create index session_of_member on session (member_id, created_at);
drop index session_living;
