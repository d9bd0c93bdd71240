import { can } from '../../resources/capabilities.ts'
import { choice, flag, instant, integer, list, text } from '../../resources/define/fields.ts'
import {
  type OnlyCalls,
  type SimulatedBehaviour,
  type SimulatedCall,
  type SimulatedOrder,
  type SimulatedSapState,
  simulatedCommands,
  simulatedModeNames,
} from '../../resources/platform/simulated-sap.ts'
import { answerOf, bodyOf, listOf, maybe, orNull, type Routes } from '../derive/docs/route.ts'
import type { Person } from '../derive/rights/person.ts'

const TAG = 'Simulated SAP'
const maySteer = (person: Person) => can(person, 'steerSimulatedSap')

const mode = choice(simulatedModeNames)
const modes = list(simulatedModeNames)
const only = answerOf<OnlyCalls>({
  service: maybe(text({ max: 60 })),
  entity: maybe(text({ max: 60 })),
  kind: maybe(choice(['read', 'change'])),
})
const behaviour = answerOf<SimulatedBehaviour>({
  mode,
  times: orNull(integer({ min: 1 })),
  only,
  every: integer({ min: 1 }),
  percent: integer({ min: 0, max: 100 }),
  seed: integer(),
  among: modes,
})
const state = answerOf<SimulatedSapState>({
  behaviours: listOf(behaviour),
  services: listOf(text()),
  orders: listOf(
    answerOf<SimulatedOrder>({
      id: integer(),
      salesOrder: text(),
      orderNo: text(),
      soldTo: text(),
      at: instant(),
      deliveries: listOf(answerOf<SimulatedOrder['deliveries'][number]>({ number: text(), hasLeft: flag() })),
      billingDocuments: listOf(
        answerOf<SimulatedOrder['billingDocuments'][number]>({
          number: text(),
          category: text(),
          invoiceNo: text(),
          gross: text(),
          isCancelled: flag(),
          isCleared: flag(),
          clearedBy: text(),
        }),
      ),
    }),
  ),
  calls: listOf(
    answerOf<SimulatedCall>({
      id: integer(),
      at: instant(),
      method: text(),
      path: text(),
      status: orNull(integer()),
      ms: integer(),
      modes,
    }),
  ),
})

const document = text({ max: 10, hint: "The number of one of SAP's documents" })
const decimal = text({ max: 16, hint: 'A decimal text, such as 1180.00' })
const mayBe = maybe(flag())

/** How the simulated SAP of a demonstration is steered. */
export const simulatedSapRoutes: Routes = {
  'GET simulated-sap': {
    tag: TAG,
    summary: 'How the built-in simulator of SAP behaves, and its last calls; only where it answers for SAP',
    answer: state,
    refusals: { 404: 'NOT_FOUND: a real SAP is connected, or this is production' },
    isFor: maySteer,
  },
  'POST simulated-sap': {
    tag: TAG,
    summary: 'Replaces the behaviours of the built-in simulator of SAP',
    body: bodyOf({
      behaviours: listOf(
        bodyOf({
          mode,
          times: maybe(orNull(integer({ min: 1 }))),
          only: maybe(only),
          every: maybe(integer({ min: 1 })),
          percent: maybe(integer({ min: 0, max: 100 })),
          seed: maybe(integer()),
          among: maybe(modes),
        }),
      ),
    }),
    answer: state,
    refusals: { 404: 'NOT_FOUND: a real SAP is connected, or this is production' },
    isFor: maySteer,
    examples: { body: { behaviours: [{ mode: 'lost-reply', times: 1 }] } },
  },
  'POST simulated-sap-commands': {
    tag: TAG,
    summary: 'Does with the documents of the built-in simulator of SAP what a person there would do',
    body: bodyOf({
      command: choice(simulatedCommands),
      salesOrder: maybe(document),
      salesOrders: maybe(listOf(document, 50)),
      billingDocument: maybe(document),
      clearingDocument: maybe(document),
      contract: maybe(document),
      item: maybe(integer({ min: 1 })),
      quantity: maybe(decimal),
      material: maybe(text({ max: 40 })),
      rate: maybe(decimal),
      amount: maybe(decimal),
      kind: maybe(text({ max: 20 })),
      percent: maybe(integer({ min: 1, max: 100 })),
      instalments: maybe(integer({ min: 1, max: 12 })),
      ...{ collective: mayBe, proForma: mayBe, lateReference: mayBe, rebill: mayBe },
      ...{ withoutLr: mayBe, splitBatches: mayBe },
      kit: maybe(listOf(text({ max: 40 }), 50)),
      substitute: maybe(text({ max: 40 })),
    }),
    answer: answerOf({ says: text({ hint: 'What was done' }) }),
    refusals: {
      404: 'NOT_FOUND: a real SAP is connected, or this is production',
      422: 'REFUSED: SAP cannot do it, or the command lacks something; the sentence says what',
    },
    isFor: maySteer,
    examples: { body: { command: 'deliver', salesOrder: '5000000001', withoutLr: true } },
  },
}
