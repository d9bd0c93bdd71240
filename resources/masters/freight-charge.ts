import { freightTables } from '../access.ts'
import { choice, decimal, integer, money, reference } from '../define/fields.ts'
import { type Row, resource } from '../define/resource.ts'
import { basisWords, chargeBases, chargeWords, extraKinds } from '../dispatches/freight/agreed-charges.ts'
import { freightContract } from './freight-contract.ts'

/** A charge of a freight contract beside freight and fuel. */
export const freightCharge = resource({
  group: 'masters',
  name: 'freight-charge',
  title: 'Freight Charges',
  one: 'freight charge',
  purpose: 'What freight contracts charge beside freight: docket, value, pickup, door, detention, return.',
  fields: {
    contractId: reference(freightContract, { label: 'Contract', aliases: ['contract_no'] }),
    kind: choice(extraKinds, { label: 'Charge', words: chargeWords }),
    basis: choice(chargeBases, { words: basisWords }),
    rate: decimal({ scale: 2, min: 0, label: 'Rate', hint: 'In rupees, or in percent of the declared value' }),
    minimum: money({ min: 0, default: 0 }),
    cap: money({ min: 0.01, optional: true, label: 'At most' }),
    freeHours: integer({ min: 0, max: 240, optional: true, onlyIf: { kind: 'DETENTION' }, label: 'Free hours' }),
  },
  key: ['contractId', 'kind'],
  display: ['contractId', 'kind'],
  list: ['contractId', 'kind', 'basis', 'rate', 'minimum', 'cap', 'freeHours'],
  filters: ['contractId', 'kind'],
  sort: ['contractId', 'kind'],
  rules: [
    {
      field: 'basis',
      code: 'RULE',
      message: 'must be per hour for detention, and for nothing else',
      check: ({ kind, basis }) => (kind === 'DETENTION') === (basis === 'PER_HOUR'),
    },
    {
      field: 'rate',
      code: 'RANGE',
      message: 'must not be above 100 % of the declared value',
      check: ({ basis, rate }) => basis !== 'PCT_VALUE' || rate <= 10_000,
    },
    {
      field: 'cap',
      code: 'RANGE',
      message: 'must not be less than the minimum',
      check: ({ cap, minimum }) => cap === null || cap >= minimum,
    },
  ],
  access: freightTables,
  everyRow: ['DISPATCH'],
})

export type FreightCharge = Row<typeof freightCharge>
