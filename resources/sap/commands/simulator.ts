import { type AnswerOf, command, holds } from '../../define/command.ts'
import { choice, flag, instant, integer, list, text } from '../../define/fields.ts'
import { group, many, maybe } from '../../define/shape.ts'
import { simulatedCommands, simulatedHoldNames, simulatedModeNames } from '../../platform/simulated-sap.ts'

const room = 'Simulated SAP'
const who = holds('steerSimulatedSap')
const refusals = { NOT_FOUND: [404, 'a real SAP is connected, or this is production'] } as const
const id = integer({ min: 1 })
const most = 1_000

const mode = choice(simulatedModeNames)
const only = {
  service: text({ max: 60, optional: true }),
  entity: text({ max: 60, optional: true }),
  kind: choice(['read', 'change'], { optional: true }),
}
const behaviour = {
  mode,
  times: integer({
    min: 1,
    optional: true,
    hint: 'The behaviour ends after so many calls; null keeps it until it is changed',
  }),
  every: integer({ min: 1, default: 1, hint: 'Every how many calls the behaviour is used: 3 for every third' }),
  percent: integer({ min: 0, max: 100, default: 30, hint: 'How many of 100 calls random meets' }),
  seed: integer({ default: 1 }),
  among: list(simulatedModeNames, {
    optional: true,
    hint: 'The modes that random draws from; all modes where none is named',
  }),
}

const order = {
  id,
  salesOrder: text(),
  orderNo: text({ hint: 'Our number; empty where it was made in SAP' }),
  soldTo: text(),
  at: instant(),
  deliveries: many({ number: text(), hasLeft: flag() }, { most }),
  billingDocuments: many(
    {
      number: text(),
      category: text({ hint: 'M invoice, O credit memo, P debit memo, N and S cancellations, U pro-forma' }),
      invoiceNo: text({ hint: 'The official number; empty until it is posted' }),
      gross: text({ hint: 'In rupees, as decimal text' }),
      isCancelled: flag(),
      isCleared: flag(),
      clearedBy: text({ hint: 'The accounting document that cleared it' }),
    },
    { most },
  ),
}

const call = {
  id,
  at: instant(),
  method: text(),
  path: text(),
  status: integer({ optional: true, hint: 'Null where the connection was dropped' }),
  ms: integer({ min: 0 }),
  modes: list(simulatedModeNames),
}

const state = {
  behaviours: many({ ...behaviour, among: list(simulatedModeNames), only: group(only) }, { most }),
  services: many(text(), { most, hint: 'The services that a behaviour can be limited to' }),
  orders: many(order, { most, hint: 'The last ones, latest first' }),
  calls: many(call, { most }),
}

export const showSimulatedSap = command('GET simulated-sap', {
  room,
  summary: 'How the built-in simulator of SAP behaves, and its last calls; only where it answers for SAP',
  who,
  isOptional: true,
  answer: state,
  refusals,
})
export type SimulatedSapState = AnswerOf<typeof showSimulatedSap>
/** A sales order in the simulated SAP, and the documents that followed from it. */
export type SimulatedOrder = SimulatedSapState['orders'][number]
/** A call that the simulated SAP got, and what became of it. */
export type SimulatedCall = SimulatedSapState['calls'][number]

export const behave = command('POST simulated-sap', {
  room,
  summary: 'Replaces the behaviours of the built-in simulator of SAP',
  who,
  isOptional: true,
  does: 'reads',
  body: { behaviours: many({ ...behaviour, only: group(only, { optional: true }) }, { most }) },
  answer: state,
  refusals,
  example: { behaviours: [{ mode: 'lost-reply', times: 1, every: 1, percent: 100, seed: 1, among: null }] },
})

const document = text({ max: 10, optional: true, hint: "The number of one of SAP's documents" })
const decimal = text({ max: 16, optional: true, hint: 'A decimal text, such as 1180.00' })
const mayBe = maybe(flag())

export const doInSimulatedSap = command('POST simulated-sap-commands', {
  room,
  summary: 'Does with the documents of the built-in simulator of SAP what a person there would do',
  who,
  isOptional: true,
  does: 'reads',
  body: {
    command: choice(simulatedCommands),
    salesOrder: document,
    salesOrders: many(text({ max: 10 }), { most: 50, optional: true }),
    billingDocument: document,
    clearingDocument: document,
    delivery: document,
    contract: document,
    item: maybe(id),
    quantity: decimal,
    material: text({ max: 40, optional: true }),
    rate: decimal,
    amount: decimal,
    kind: text({ max: 20, optional: true }),
    percent: integer({ min: 1, max: 100, optional: true }),
    instalments: integer({ min: 1, max: 12, optional: true }),
    ...{ collective: mayBe, proForma: mayBe, lateReference: mayBe, rebill: mayBe, byBatch: mayBe },
    ...{ withoutLr: mayBe, splitBatches: mayBe },
    mainItem: choice(['zero', 'total', 'half'], { optional: true }),
    itemCategory: choice(['TAS', 'TAD', 'TAN'], { optional: true }),
    parts: integer({ min: 1, max: 5, optional: true }),
    daysBack: integer({ min: 1, max: 365, optional: true }),
    by: choice(simulatedHoldNames, { optional: true }),
    code: text({ max: 5, optional: true, hint: 'Lifts the hold where it is null' }),
    kit: many(text({ max: 40 }), { most: 50, optional: true }),
    substitute: text({ max: 40, optional: true }),
  },
  answer: { says: text({ max: 255, hint: 'What was done' }) },
  refusals: {
    ...refusals,
    REFUSED: [422, 'SAP cannot do it, or the command lacks something; the sentence says what'],
  },
  example: { command: 'deliver', salesOrder: '5000000001', withoutLr: true },
})
