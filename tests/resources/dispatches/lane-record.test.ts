import { expect, it } from 'vitest'
import { type LaneRecord, laneMark, laneWords, shownRecord } from '../../../resources/dispatches/lane-record.ts'

const record: LaneRecord = { due: 10, kept: 9, to: 'CITY', ofOneTransporter: false }

it.each([
  ['staff', '9 of 10 LRs to this city kept the promised date in the last 90 days.', '9 of 10 on time'],
  ['buyer', '9 of 10 deliveries from there to your city came on time in the last 90 days.', '9 of 10 came on time'],
] as const)('tells %s of a lane in their own words', (reader, words, mark) => {
  expect([laneWords(record, reader), laneMark(record, reader)]).toEqual([words, mark])
  expect(laneWords({ ...record, to: 'STATE' }, reader)).toContain('state')
})

it('keeps the record of a single transporter to those who may compare transporters', () => {
  const ofOne = { ...record, ofOneTransporter: true }
  expect(shownRecord({ roles: ['DISPATCH'] }, ofOne)).toEqual(ofOne)
  expect(shownRecord({ roles: ['CUSTOMER'] }, ofOne)).toBeNull()
  expect(shownRecord({ roles: ['CUSTOMER'] }, record)).toEqual(record)
})
