/** The members of the demo world. Their phone numbers begin with +8801700000. */
/** `inviter`: the place of the member who invited this one. */
export type DemoMember = { nickname: string; phone: string; password?: string; inviter?: number }

const NICKNAMES = [
  'Nusrat Jahan',
  'Tanvir Ahmed',
  'Rahim Uddin',
  'Mei Lin',
  'Joana Silva',
  'Linh Tran',
  'Aarav Mehta',
  'Siti Rahma',
  'Omar Haddad',
  'Fatima Noor',
  'Rafi Islam',
  'Priya Nair',
  'Budi Santoso',
  'Layla Aziz',
  'Minh Pham',
  'Rahima Begum',
  'Carlos Souza',
  'Wei Zhang',
  'Sadia Akter',
  'Yusuf Karim',
  'Dewi Lestari',
  'Ananya Roy',
  'Khalid Saleh',
  'Thu Nguyen',
]

/** The password of the two members whose log ins the server prints at the start. */
export const DEMO_PASSWORD = 'Lotus2026'
const WITH_PASSWORD = 2

/** The first member invited five others, two of whom invited three and two. */
const INVITERS: Readonly<Record<number, number>> = {
  2: 0,
  3: 0,
  4: 0,
  5: 0,
  6: 0,
  7: 2,
  8: 2,
  9: 2,
  10: 3,
  11: 3,
}

export const DEMO_MEMBERS: readonly DemoMember[] = NICKNAMES.map((nickname, index) => ({
  nickname,
  phone: `+88017000000${String(index + 1).padStart(2, '0')}`,
  ...(index < WITH_PASSWORD && { password: DEMO_PASSWORD }),
  ...(INVITERS[index] !== undefined && { inviter: INVITERS[index] }),
}))

export const DEMO_LOGINS = DEMO_MEMBERS.slice(0, WITH_PASSWORD).map(({ phone }) => ({
  phone,
  password: DEMO_PASSWORD,
}))
