/** Statements as banks write them. */
import { expect, test } from 'vitest'
import { Refusal } from '../../../platform/refusal.ts'
import { readAmount, readDate } from './statement-cells.ts'
import { readStatement, type ReadingHints } from './statement-csv.ts'

const read = (text: string | Uint8Array, hints?: ReadingHints) =>
  readStatement(typeof text === 'string' ? Buffer.from(text) : text, hints)
const lines = (text: string | Uint8Array, hints?: ReadingHints) =>
  read(text, hints).lines.map(({ bookedOn, amount, text: said, transactionId }) => [
    bookedOn,
    amount,
    said,
    transactionId,
  ])
function problem(text: string | Uint8Array, hints?: ReadingHints): unknown {
  try {
    read(text, hints)
  } catch (error) {
    if (error instanceof Refusal) return error.details.values
    throw error
  }
  return null
}

test.each([
  ['1,234.56', '.', 12_345_600n],
  ['1.234,56', ',', 12_345_600n],
  ['1 234,5', ',', 12_345_000n],
  ['1’234.50', '.', 12_345_000n],
  ['₫1,200', '.', 12_000_000n],
  ['Rs. 1,00,000.00', '.', 1_000_000_000n],
  ['R$ 1.200,00', ',', 12_000_000n],
  ['1200', null, 12_000_000n],
  ['12.50', null, 125_000n],
  ['+12.50', null, 125_000n],
  ['(12.50)', null, -125_000n],
  ['12.50-', null, -125_000n],
  ['12.50 DR', null, -125_000n],
  ['12.50 Cr.', null, 125_000n],
  ['−12.50', null, -125_000n],
  ['.50', null, 5_000n],
  ['$.50', null, 5_000n],
  ['Rs.50', null, 500_000n],
  ['₫ -12.50', null, -125_000n],
  ['100,00 D', null, -1_000_000n],
  ['100.00 ر.س', null, 1_000_000n],
  ['১,২০,০০০.৫০', '.', 1_200_005_000n],
  ['٬', null, null],
  ['١٬٢٠٠٫٥٠', null, 12_005_000n],
  ['١٠٠٫٥٠٠', null, 1_005_000n],
  ['١٠٠٫٥٠٠', ',', null],
  ['１，２００．５０', null, 12_005_000n],
  ['1000。50', null, 10_005_000n],
  ['1000 50', null, null],
  ["1000'50", null, null],
  ['1000।50', null, null],
  ['1000·50', null, null],
  ['1,000 200.50', null, null],
  ['1e3', null, null],
  ['1.2E+05', null, null],
  ['100k', null, null],
  ['3万', null, null],
  ['100d', null, null],
  ['1.200', null, null],
  ['1.200', '.', 12_000n],
  ['1.200', ',', 12_000_000n],
  ['12.50.1', '.', null],
  ['1,2', '.', null],
  ['abc', null, null],
  ['', null, null],
  ['1.23456', '.', null],
  ['9999999999999', null, null],
] as const)('the amount %s with the mark %s is %s', (cell, mark, amount) => {
  expect(readAmount(cell, mark)).toBe(amount)
})

test.each([
  ['2026-11-22', null, '2026-11-22'],
  ['2026/11/02 10:15', null, '2026-11-02'],
  ['2026-11-22T10:15:00Z', null, '2026-11-22'],
  ['20261122', null, '2026-11-22'],
  ['22.11.2026', 'dmy', '2026-11-22'],
  ['05/11/2026', 'dmy', '2026-11-05'],
  ['05/11/2026', 'mdy', '2026-05-11'],
  ['05/11/2026', null, null],
  ['11/11/26', null, '2026-11-11'],
  ['05-Nov-2026', null, '2026-11-05'],
  ['5 November 2026', null, '2026-11-05'],
  ['٢٧/١١/٢٠٢٦', 'dmy', '2026-11-27'],
  ['২৭-১১-২০২৬', 'dmy', '2026-11-27'],
  ['२०२६-११-२७', null, '2026-11-27'],
  ['27/11/2569', 'dmy', null],
  ['31.02.2026', 'dmy', null],
  ['22.13.2026', 'dmy', null],
  ['total', null, null],
] as const)('the date %s in the order %s is %s', (cell, order, date) => {
  expect(readDate(cell, order)).toBe(date)
})

test('columns are found by their names, in any order, after rows about the account', () => {
  const text = [
    'Account statement;;;',
    'IBAN;DE1;;',
    'Buchung;Description;Reference;Amount;Currency;Booking date;Transaction ID',
    ';Transfer from Asha;FL123;1.250,50;EUR;13.11.2026;TX-1',
    ';Card payment;;-12,00;EUR;14.11.2026;TX-2',
    ';Total;;1.238,50;;;',
    '',
  ].join('\r\n')
  expect(lines(text)).toEqual([['2026-11-13', 12_505_000n, 'Transfer from Asha FL123', 'TX-1']])
  expect(read(text)).toMatchObject({ debits: 1, skipped: 1 })
})

test('columns of credits and debits are read, also with quotes, line ends in cells and tabs', () => {
  const text =
    'Txn Date\tNarration\tDebit\tCredit\n01/13/2026\t"UPI/1\nFL1"\t\t"1,00,000.00"\n01/14/2026\tfee\t12.00\t\n'
  expect(lines(text)).toEqual([['2026-01-13', 1_000_000_000n, 'UPI/1 FL1', null]])
})

test.each([
  ['交易日期,金额,摘要,流水号\n2026-11-01,100.00,FL1,77\n', '2026-11-01'],
  ['Ngày giao dịch;Số tiền;Nội dung;Mã giao dịch\n2026-11-01;100,00;FL1;77\n', '2026-11-01'],
  ['Data;Valor;Histórico;Identificador\n2026-11-01;100,00;FL1;77\n', '2026-11-01'],
  ['التاريخ,المبلغ,البيان,رقم العملية\n2026-11-01,100.00,FL1,77\n', '2026-11-01'],
  ['তারিখ,পরিমাণ,বিবরণ,TrxID\n2026-11-01,100.00,FL1,77\n', '2026-11-01'],
  ['दिनांक,राशि,विवरण,UTR\n2026-11-01,100.00,FL1,77\n', '2026-11-01'],
])('a heading in another language is understood: %s', (text, date) => {
  expect(lines(text)).toEqual([[date, 1_000_000n, 'FL1', '77']])
})

test.each(['NOTPROVIDED', 'not provided', 'N/A', '-', '000000', ''])(
  'a transaction without an id has none: %s',
  (id) => {
    expect(lines(`Date,Amount,Narration,EndToEndId\n2026-11-01,100.00,FL1,${id}\n`)).toEqual([
      ['2026-11-01', 1_000_000n, 'FL1', null],
    ])
  },
)

test('UTF-16 and Windows-1252 are understood', () => {
  const text = 'Data;Valor;Histórico\n2026-11-01;100,00;João\n'
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
  expect(lines(utf16)).toEqual([['2026-11-01', 1_000_000n, 'João', null]])
  expect(lines(Buffer.from(text, 'latin1'))).toEqual([['2026-11-01', 1_000_000n, 'João', null]])
})

/** Bytes of a code page, by what its decoder makes of each byte or pair. */
function encoded(text: string, label: string): Buffer {
  const codes = new Map<string, number[]>()
  const decoder = new TextDecoder(label)
  for (let high = 0x80; high <= 0xff; high++) {
    codes.set(decoder.decode(Uint8Array.of(high)), [high])
    if (label === 'gb18030')
      for (let low = 0x40; low <= 0xfe; low++)
        codes.set(decoder.decode(Uint8Array.of(high, low)), [high, low])
  }
  return Buffer.from(
    Array.from(text).flatMap((sign) => (sign < '\x80' ? [sign.charCodeAt(0)] : (codes.get(sign) ?? [0x3f]))),
  )
}

test.each([
  ['gb18030', '日期,金额,摘要\n2026-11-01,100.00,转账 张伟\n', '转账 张伟'],
  ['gb18030', 'Date,Amount,Description\n2026-11-01,100.00,转账 张伟\n', '转账 张伟'],
  ['windows-1256', 'التاريخ,المبلغ,الوصف\n2026-11-01,100.00,تحويل محمد\n', 'تحويل محمد'],
  ['windows-1258', 'Ngày,Sô\u0301 tiê\u0300n,Nô\u0323i dung\n2026-11-01,100.00,An\n', 'An'],
  [
    'windows-1252',
    'Date,Amount,Description\n2026-11-01,100.00,Transferência São João\n',
    'Transferência São João',
  ],
])('a file in %s is read: %s', (label, text, said) => {
  expect(lines(encoded(text, label))).toEqual([['2026-11-01', 1_000_000n, said, null]])
})

const VIETNAMESE = [
  'Nguyễn Thị Hồng chuyển tiền đặt hàng',
  'Đường Trần Hưng Đạo, quận 1',
  'Văn',
  'Lê Văn Sơn',
  'CÔNG TY TNHH ĐẦU TƯ PHƯƠNG NAM',
  'ở nhà',
  'Phở Hòa',
  'Ông Bùi Quý',
]
/** As Windows-1258 writes it: tones behind their vowels, unless the page has the letter with its tone. */
const as1258 = (text: string) => {
  const known = new TextDecoder('windows-1258').decode(Uint8Array.from({ length: 128 }, (_, at) => at + 128))
  return Array.from(text.normalize('NFC'), (sign) => {
    if (sign < '\x80' || known.includes(sign)) return sign
    const parts = Array.from(sign.normalize('NFD'))
    const tone = parts.findIndex((part) => '\u0300\u0301\u0303\u0309\u0323'.includes(part))
    const [mark] = parts.splice(tone, 1)
    return parts.join('').normalize('NFC') + mark!
  }).join('')
}

test.each(VIETNAMESE)('«%s» in Windows-1258 under an English heading is read as it is spelled', (said) => {
  const text = `Date,Amount,Description\n2026-11-01,100.00,"${as1258(said)}"\n`
  expect(lines(encoded(text, 'windows-1258'))).toEqual([['2026-11-01', 1_000_000n, said, null]])
})

test.each([
  'Transferência São João',
  'ações, não, mãe, irmãs, PÃO, LÕES',
  'Zoë Müller-Nuñez',
  'Nicolò Così',
  'Ingrédients à café',
])('«%s» in Windows-1252 is not taken for Vietnamese', (said) => {
  const text = `Date,Amount,Description\n2026-11-01,100.00,"${said}"\n`
  expect(lines(encoded(text, 'windows-1252'))).toEqual([['2026-11-01', 1_000_000n, said, null]])
})

test('Vietnamese beside letters that it does not have is refused, and no noise is stored', () => {
  const text = `Date,Amount,Description\n2026-11-01,100.00,${as1258('Nguyễn Thị')} M\u00fcller\n`
  expect(problem(encoded(text, 'windows-1258'))).toEqual({ problem: 'encoding', line: 1 })
})

test('a file whose encoding its words do not show is refused, and no noise is stored', () => {
  const file = encoded('Date,Amount,Description\n2026-11-01,100.00,', 'gb18030')
  const noise = Buffer.from([0xe5, 0xb9, 0xbf, 0xff, 0xfe, 0x80, 0xa1, 0x0a])
  expect(problem(Buffer.concat([file, noise]))).toEqual({ problem: 'encoding', line: 1 })
})

test('equal lines of a file are told apart by how often they occur', () => {
  const text = 'date,amount,text,memo\n2026-11-01,5,,rent\n2026-11-01,5,,rent\n2026-11-02,5,,rent\n'
  expect(read(text).lines.map(({ occurrence }) => occurrence)).toEqual([0, 1, 0])
})

test('a file that cannot be read as a whole is refused with the row', () => {
  expect(problem('name,phone\nAsha,1\n')).toEqual({ problem: 'header', line: 1 })
  expect(problem('date,amount\n2026-11-01,5.00\n2026-11-02,five\n')).toEqual({ problem: 'amount', line: 3 })
  expect(problem('date,amount\n2026-11-01,5.00\n2026-13-02,5.00\n')).toEqual({ problem: 'date', line: 3 })
  expect(problem('date,amount\n03/04/2026,5.00\n')).toEqual({ problem: 'date', line: 2 })
  expect(problem('date,amount\n2026-11-01,1.500\n')).toEqual({ problem: 'amount', line: 2 })
  expect(problem('date;amount\n2026-11-01;1.500,00\n2026-11-01;1,500.00\n')).toEqual({
    problem: 'amount',
    line: 2,
  })
  expect(problem('date,amount\n13/04/2026,5\n04/13/2026,5\n')).toEqual({ problem: 'date', line: 2 })
  expect(problem(Buffer.from([0xff, 0x00, 0x41]))).toEqual({ problem: 'encoding', line: 1 })
  const many = `date,amount\n${'2026-11-01,5\n'.repeat(5_001)}`
  expect(problem(many)).toEqual({ problem: 'rows', line: 5_000 })
})

test('dates and amounts in the digits of the language are read, and no such row is left out', () => {
  expect(lines('التاريخ,المبلغ,الوصف\n٢٧/١١/٢٠٢٦,١٠٠٫٠٠,F-REF\n')).toEqual([
    ['2026-11-27', 1_000_000n, 'F-REF', null],
  ])
  expect(lines('তারিখ,পরিমাণ,বিবরণ\n২৭/১১/২০২৬,১০০.০০,FL1\n')).toHaveLength(1)
})

test('a file in which no date can be read is refused, and not taken for one without lines', () => {
  expect(problem('日期,金额,摘要\n二〇二六年十一月二十七日,100.00,FL1\n')).toEqual({
    problem: 'date',
    line: 2,
  })
  // a statement of a day without transactions
  expect(read('date,amount,text\n,100.00,Opening balance\n,100.00,Closing balance\n')).toMatchObject({
    lines: [],
    skipped: 2,
  })
})

test('a file whose ids or texts a spreadsheet has changed is refused: two ids can have become one', () => {
  const file = (id: string, text: string) =>
    `date,amount,memo,Transaction ID\n2026-11-01,5.00,${text},${id}\n`
  expect(problem(file('1.23457E+17', 'FL1'))).toEqual({ problem: 'damaged', line: 2 })
  expect(problem(file('', '#NAME?'))).toEqual({ problem: 'damaged', line: 2 })
  expect(problem(file('123456789012345678', 'FL1 1.2E+5'))).toBeNull()
})

test('an ambiguous file is read with a hint', () => {
  expect(lines('date,amount\n03/04/2026,1.500\n', { dates: 'mdy', decimal: ',' })).toEqual([
    ['2026-03-04', 15_000_000n, '', null],
  ])
})
