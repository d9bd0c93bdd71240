import { ruleGaps } from '../access.ts'
import { employee } from '../access-control/employee.ts'
import { choice, flag, json, reference, text } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { products } from '../masters/products.ts'
import { sbu } from '../masters/sbu.ts'
import { channel } from '../settings/channel.ts'
import type { GapFix } from './what-if/fix-rule-gap.ts'

const gapKinds = ['NO_HEAD', 'NO_APPROVER', 'LIMIT_ENDS', 'NO_ROLE', 'NO_PRICE', 'NO_SOURCE'] as const

const gapNames = {
  NO_HEAD: 'No SBU head',
  NO_APPROVER: 'No approver',
  LIMIT_ENDS: 'Limit ends soon',
  NO_ROLE: 'Role not assigned',
  NO_PRICE: 'No price',
  NO_SOURCE: 'No plant',
}

/**
 * A rule gap, where the masters leave an order without an answer: searched every night, so that no order gets stuck.
 */
export const ruleGap = record({
  path: 'orders/holes',
  name: 'rule-hole',
  title: 'Missing Rules',
  purpose: 'Orders that would find no approver, price or plant: add the rule before they get stuck.',
  fields: {
    kind: choice(gapKinds, { words: { staff: gapNames, buyer: {} } }),
    stopsOrders: flag({ tones: { true: 'bad' }, label: 'Stops orders', hint: 'Answer No to fix it later' }),
    sbuId: reference(sbu, { optional: true }),
    channelId: reference(channel, { optional: true }),
    productId: reference(products, { optional: true }),
    employeeId: reference(employee, { optional: true }),
    message: text({ max: 500, long: true, label: 'What is missing' }),
    about: text({ max: 40, optional: true, secret: true, label: 'Which of several' }),
    mends: json<GapFix[]>({ optional: true, label: 'Where it is closed' }),
  },
  key: [],
  display: ['kind'],
  list: ['message', 'kind', 'stopsOrders', 'sbuId'],
  filters: ['kind', 'stopsOrders', 'sbuId', 'channelId', 'productId'],
  search: ['message'],
  sort: ['-stopsOrders', 'kind'],
  indexes: [['kind'], ['sbuId'], ['channelId'], ['productId'], ['employeeId']],
  access: ruleGaps,
})

export type RuleGap = Row<typeof ruleGap>

/** A rule gap as it is found. */
export type FoundRuleGap = Pick<RuleGap, 'kind' | 'stopsOrders' | 'message'> &
  Partial<Pick<RuleGap, 'sbuId' | 'channelId' | 'productId' | 'employeeId' | 'about'>> & { mends: GapFix[] }

const NAMED = ['kind', 'sbuId', 'channelId', 'productId', 'employeeId', 'about'] as const

/** The key by which a rule gap is recognised in the next search, whatever its sentence says then. */
export const ruleGapKey = (gap: Pick<FoundRuleGap, (typeof NAMED)[number]>) =>
  NAMED.map(name => gap[name] ?? '').join('/')
