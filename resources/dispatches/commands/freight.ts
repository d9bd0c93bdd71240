import { type AnswerOf, command, may } from '../../define/command.ts'
import { date, integer, money, text } from '../../define/fields.ts'
import { about, many, maybe } from '../../define/shape.ts'
import { freightContract } from '../../masters/freight-contract.ts'

const id = integer({ min: 1 })

export const showWhatIf = command('GET freight-what-ifs', {
  room: 'Dispatch',
  summary: 'What the LRs of a month would have cost by a freight contract, such as a draft',
  who: may(freightContract, 'read'),
  body: {
    contractId: id,
    month: date({ optional: true, label: 'Month', hint: 'A day of it; the last month without one' }),
  },
  answer: {
    month: date(),
    transporters: many(
      {
        transporterId: id,
        name: text(),
        lrs: about('LRs with a rate in the contract', integer()),
        agreed: about('What is agreed for them now', money()),
        byContract: money(),
        withoutRate: about('LRs without a rate in the contract', integer()),
      },
      { most: 10_000 },
    ),
    withoutRate: many(
      { lrId: id, lrNo: text(), to: maybe(text()), weightKg: integer({ hint: 'In grams' }) },
      { most: 1_000, hint: 'The first 1,000 LRs for which the contract has no rate' },
    ),
  },
})
export type WhatIfAnswer = AnswerOf<typeof showWhatIf>
