-- Reviews of won products: what members wrote, its pictures, what moderators decided, and reports of other members.

-- One review of each won order. `review_id` is how other members name it, which keeps the id of the order from them.
create table review (
  member_id uuid not null,
  purchase_id uuid not null,
  tier int not null,
  review_id uuid not null,
  issue_id uuid not null,
  code text not null references product,
  -- of the call that posted it
  request_id uuid not null,
  -- null once it is deleted
  title text,
  content text,
  -- whether others see the author's public name and the draw
  named boolean not null,
  state text not null,
  -- why a moderator refused or hid it, and what the author reads about that
  reason text,
  note text,
  posted_at timestamptz not null,
  -- the first time
  published_at timestamptz,
  -- when a moderator last decided
  decided_at timestamptz,
  -- reports that no moderator has answered
  reports int not null default 0,
  primary key (member_id, purchase_id),
  foreign key (member_id, purchase_id, tier) references prize,
  constraint review_public_id unique (review_id),
  constraint review_state check (state in ('waiting', 'published', 'refused', 'hidden', 'deleted')),
  constraint review_text check ((title is null) = (state = 'deleted') and (content is null) = (state = 'deleted')
    and char_length(title) between 1 and 80 and char_length(content) between 1 and 1000),
  constraint review_reason check ((reason is not null) = (state in ('refused', 'hidden')) and (note is null or reason is not null)
    and reason in ('personal_data', 'offensive', 'advertising', 'unrelated', 'not_own', 'illegal') and char_length(note) <= 500),
  constraint review_times check ((state not in ('published', 'hidden') or published_at is not null)
    and (state not in ('published', 'refused', 'hidden') or decided_at is not null)),
  constraint review_reports check (reports >= 0 and (reports = 0 or state = 'published'))
);
create index review_of_product on review (code, published_at desc, review_id desc) where state = 'published';
create index review_published on review (published_at desc, review_id desc) where state = 'published';
create index review_by_state on review (state, posted_at, review_id) where state <> 'deleted';
create index review_reported on review (posted_at, review_id) where reports > 0;
grant select, insert (member_id, purchase_id, tier, review_id, issue_id, code, request_id, title, content, named, state, posted_at),
  update (title, content, state, reason, note, published_at, decided_at, reports) on review to fairlot_app;
comment on table review is 'key: member';
-- The ways of REVIEW_STEPS in packages/contract/src/review-life.ts. The text stays as it was posted until it is deleted.
create trigger review_life before update on review for each row when (current_user = 'fairlot_app'
  and (old.state <> new.state and (old.state, new.state) not in (
      ('waiting', 'published'), ('waiting', 'refused'), ('refused', 'published'), ('published', 'hidden'), ('hidden', 'published'),
      ('waiting', 'deleted'), ('published', 'deleted'), ('refused', 'deleted'), ('hidden', 'deleted'))
    or old.published_at is distinct from new.published_at and old.published_at is not null
    or (new.title, new.content) is distinct from (old.title, old.content) and new.state <> 'deleted'))
  execute function refuse_change();

-- The pictures of a review in their order. The upload stays encrypted; `name` is the public copy of a published review.
create table review_picture (
  member_id uuid not null,
  purchase_id uuid not null,
  position int not null,
  upload_id uuid not null,
  name text references media,
  primary key (member_id, purchase_id, position),
  foreign key (member_id, purchase_id) references review,
  foreign key (member_id, upload_id) references upload,
  constraint review_picture_once unique (member_id, upload_id),
  constraint review_picture_position check (position between 1 and 9)
);
grant select, insert, delete, update (name) on review_picture to fairlot_app;
comment on table review_picture is 'key: member';

-- What happened to a review; without an operator: its author did it.
create table review_step (
  member_id uuid not null,
  purchase_id uuid not null,
  seq int not null check (seq > 0),
  step text not null,
  operator_id uuid,
  reason text,
  at timestamptz not null,
  primary key (member_id, purchase_id, seq),
  foreign key (member_id, purchase_id) references review,
  constraint review_step_step check (step in ('post', 'publish', 'keep', 'refuse', 'hide', 'delete')),
  constraint review_step_by check (operator_id is null or step not in ('post', 'delete')),
  constraint review_step_reason check ((reason is not null) = (step in ('refuse', 'hide')))
);
grant select, insert on review_step to fairlot_app;
comment on table review_step is 'key: member';
create constraint trigger review_step_tallied after insert on review_step deferrable initially deferred for each row
  execute function tally_history();
select recount_history('review_step');

-- Which members reported which reviews; the key is the member who reports.
create table review_report (
  member_id uuid not null references member,
  review_id uuid not null references review (review_id),
  reason text not null,
  -- no moderator has answered it
  open boolean not null default true,
  at timestamptz not null,
  primary key (member_id, review_id),
  constraint review_report_reason check (reason in ('personal_data', 'offensive', 'advertising', 'unrelated', 'not_own', 'illegal'))
);
create index review_report_of on review_report (review_id);
create index review_report_day on review_report (member_id, at);
grant select, insert (member_id, review_id, reason, at), update (open), delete on review_report to fairlot_app;
comment on table review_report is 'key: member';
