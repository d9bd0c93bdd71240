import { type SimulatedCommand, simulatedHoldNames } from '../../../resources/platform/simulated-sap.ts'
import { memoKinds } from './memos.ts'

type Check = (value: unknown) => boolean
type Fields = Record<string, { must: boolean; is: string; check: Check }>

const number: Check = value => typeof value === 'string' && /^\d{1,10}$/.test(value)
const word: Check = value => typeof value === 'string' && /^[\w.-]{1,40}$/.test(value)
const decimal: Check = value => typeof value === 'string' && /^\d{1,12}(\.\d{1,3})?$/.test(value)
const flag: Check = value => typeof value === 'boolean'
const count =
  (max: number): Check =>
  value =>
    Number.isInteger(value) && (value as number) >= 1 && (value as number) <= max
const listOf =
  (check: Check): Check =>
  value =>
    Array.isArray(value) && value.length >= 1 && value.length <= 50 && value.every(check)
const oneOf =
  (options: readonly string[]): Check =>
  value =>
    options.includes(value as string)

const must = (is: string, check: Check) => ({ must: true, is, check })
const may = (is: string, check: Check) => ({ must: false, is, check })
const document = must('the number of a document', number)
const yes = may('true or false', flag)
const kinds = Object.keys(memoKinds)
const payments = ['full', 'partial', 'residual']

/** The fields of each command. */
const commands: Readonly<Record<SimulatedCommand['command'], Fields>> = {
  deliver: {
    salesOrder: document,
    withoutLr: yes,
    splitBatches: yes,
    mainItem: may('one of zero, total, half', oneOf(['zero', 'total', 'half'])),
    kit: may('a list of materials', listOf(word)),
    substitute: may('a material', word),
  },
  'issue-goods': { salesOrder: document },
  'reverse-issue': { delivery: document },
  'delete-delivery': { delivery: document },
  bill: {
    salesOrders: must('a list of sales orders', listOf(number)),
    collective: yes,
    proForma: yes,
    lateReference: yes,
    instalments: may('a whole number from 1 to 12', count(12)),
    byBatch: yes,
    parts: may('a whole number from 1 to 5', count(5)),
  },
  'bill-order': {
    salesOrder: document,
    itemCategory: must('one of TAS, TAD, TAN', oneOf(['TAS', 'TAD', 'TAN'])),
    percent: may('a whole number from 1 to 100', count(100)),
  },
  release: { billingDocument: document },
  'cancel-billing': {
    billingDocument: document,
    rebill: yes,
    percent: may('a whole number from 1 to 100', count(100)),
    daysBack: may('a whole number from 1 to 365', count(365)),
  },
  memo: {
    billingDocument: document,
    kind: must(`one of ${kinds.join(', ')}`, oneOf(kinds)),
    percent: may('a whole number from 1 to 100', count(100)),
  },
  'return-goods': {
    billingDocument: document,
    percent: may('a whole number from 1 to 100', count(100)),
    ofOrder: yes,
    isOpen: yes,
  },
  pay: {
    billingDocument: document,
    kind: may(`one of ${payments.join(', ')}`, oneOf(payments)),
    amount: may('an amount in rupees, such as 1180.00', decimal),
  },
  'reset-clearing': { clearingDocument: document },
  'delete-order': { salesOrder: document },
  'call-off': {
    contract: document,
    item: may('the number of an item', count(999_999)),
    quantity: must('a quantity, such as 10.000', decimal),
  },
  hold: {
    salesOrder: document,
    by: must(`one of ${simulatedHoldNames.join(', ')}`, oneOf(simulatedHoldNames)),
    code: may('a code of SAP, or empty to lift it', value => typeof value === 'string' && /^\w{0,5}$/.test(value)),
    item: may('the number of an item', count(999_999)),
  },
  'change-price': {
    material: must('a material', word),
    rate: must('a rate in rupees, such as 450.00', decimal),
  },
}

/** The sentence that refuses a command that cannot be understood; null for one that can. */
export function commandFault(body: unknown): string | null {
  const { command, ...given } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const fields = Object.hasOwn(commands, String(command)) ? commands[command as SimulatedCommand['command']] : undefined
  if (!fields) return `Say "command" as one of ${Object.keys(commands).join(', ')}.`
  const odd = Object.keys(given).find(name => !Object.hasOwn(fields, name))
  if (odd) return `${command} does not read "${odd.slice(0, 40)}": say ${Object.keys(fields).join(', ')}.`
  const wrong = Object.entries(fields).find(([name, field]) =>
    given[name] === undefined ? field.must : !field.check(given[name]),
  )
  return wrong ? `Say "${wrong[0]}" as ${wrong[1].is}.` : null
}
