-- A mobile of Argentina has one number with and without the 9 behind +54. It belongs to one account, in the form that messages reach.
-- Of two accounts that registered one number in both forms, each keeps its own.
update member m set phone = '+549' || substr(phone, 4)
  where phone ~ '^\+54[1-8][0-9]{9}$' and not exists (select from member o where o.phone = '+549' || substr(m.phone, 4));
