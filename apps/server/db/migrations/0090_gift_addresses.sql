-- Gifts by network address and business day: a limit per address, which members of one provider share. Old days are removed.
create table gift_address (
  day date not null,
  -- a whole IPv4 address, or the first 64 bits of an IPv6 address
  address text not null,
  gifts int not null,
  constraint gift_address_pkey primary key (day, address),
  constraint gift_address_address check (length(address) between 1 and 64),
  constraint gift_address_gifts check (gifts > 0)
);
grant select, insert, update (gifts), delete on gift_address to fairlot_app;
comment on table gift_address is 'key: day';
