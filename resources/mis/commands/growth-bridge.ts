import { type AnswerOf, anyOf, command, may } from '../../define/command.ts'
import { date, type Field, integer, money, text } from '../../define/fields.ts'
import { group, many } from '../../define/shape.ts'
import { type BridgeStep, bridgedReports, bridgeSteps } from '../growth-bridge.ts'

const count = integer({ min: 0 })
const bridged = Object.keys(bridgedReports)
const steps = Object.fromEntries(bridgeSteps.map(step => [step, money()])) as Record<BridgeStep, Field<number, false>>
const firstAndLast = { most: 2, least: 2, hint: 'The first and the last day' } as const

export const showBridge = command('GET growth-bridge', {
  room: 'Reports',
  summary:
    'The steps from the sales of the same days a year before to those of a period, in paise, with the filters of the report',
  who: anyOf(...bridged.map(path => may({ path }, 'read'))),
  body: { report: text({ max: 80, hint: `Its path: ${bridged.join()}` }) },
  filters: true,
  answer: {
    period: many(date(), firstAndLast),
    periodBefore: many(date(), firstAndLast),
    before: money(),
    after: money(),
    steps: group(steps, { hint: 'What each step adds; together they make the difference' }),
    lostCustomers: count,
    newCustomers: count,
  },
  refusals: { NOT_FOUND: [404, 'there is no bridge of the report at this path'] },
})
export type GrowthBridge = AnswerOf<typeof showBridge>
