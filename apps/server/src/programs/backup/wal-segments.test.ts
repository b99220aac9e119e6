import { expect, test } from 'vitest'
import { parseLsn, segmentNames } from './wal-segments.ts'

const MB = 1024n * 1024n

test('names every segment from the start up to the stop', () => {
  expect(segmentNames({ start: '0/2000028', stop: '0/2000158' }, 1, 16n * MB)).toEqual([
    '000000010000000000000002',
  ])
  expect(segmentNames({ start: '1/FE000028', stop: '2/1000028' }, 11, 16n * MB)).toEqual([
    '0000000B00000001000000FE',
    '0000000B00000001000000FF',
    '0000000B0000000200000000',
    '0000000B0000000200000001',
  ])
})

test('a stop at the border of two segments needs the segment before it only', () => {
  expect(segmentNames({ start: '0/2000028', stop: '0/3000000' }, 1, 16n * MB)).toEqual([
    '000000010000000000000002',
  ])
})

test('knows other segment sizes', () => {
  expect(segmentNames({ start: '0/3FFFFF0', stop: '0/4000010' }, 1, 64n * MB)).toEqual([
    '000000010000000000000000',
    '000000010000000000000001',
  ])
})

test('refuses what is not a position', () => {
  expect(() => parseLsn('2000028')).toThrow('position')
  expect(() => parseLsn('0/2000028; drop')).toThrow('position')
})
