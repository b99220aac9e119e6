-- Operators find a member by the whole nickname, in any case. Closed accounts have one common name and are not found by it.
create index member_by_nickname on member (lower(nickname)) where status <> 'closed';
