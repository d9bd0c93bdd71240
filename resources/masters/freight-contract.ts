import { freightContracts } from '../access.ts'
import { action } from '../define/action.ts'
import { choice, code, date, file, integer, money, percent, reference, self, text, weight } from '../define/fields.ts'
import { openWhile, statusField } from '../define/process/states.ts'
import { stepAction } from '../define/process/step-action.ts'
import { type Row, resource } from '../define/resource.ts'
import { volumetricWays } from '../dispatches/freight/charged-weight.ts'
import { slabRules } from '../dispatches/freight/slab-freight.ts'
import { user } from '../settings/user.ts'
import { freightContractProcess } from './freight-contract-process.ts'
import { transporter } from './transporter.ts'

/** What is agreed with a transporter: how weight is charged, how slabs count, and how freight follows the price of fuel. */
export const freightContract = resource({
  group: 'masters',
  name: 'freight-contract',
  title: 'Freight Contracts',
  one: 'freight contract',
  purpose: 'Rates and charges agreed with each transporter, by which LRs are priced and bills are checked.',
  fields: {
    contractNo: code({ max: 20, label: 'Contract no' }),
    transporterId: reference(transporter),
    kind: choice(['PARCEL', 'TRIP'], {
      words: { staff: { PARCEL: 'By weight', TRIP: 'By trip' }, buyer: {} },
      hint: 'By weight for parcels and part loads, by trip for whole vehicles',
    }),
    status: statusField(freightContractProcess, { server: true, label: 'Contract status' }),
    replacesId: self({ optional: true, label: 'Replaces', hint: 'It ends the day before this one begins' }),
    volumetric: choice(volumetricWays, {
      default: 'NONE',
      label: 'Room of packages',
      words: { staff: { NONE: 'Not counted', DIV: 'cm³ per kg', CFT: 'kg per cubic foot' }, buyer: {} },
    }),
    divisor: integer({
      min: 1_000,
      max: 10_000,
      optional: true,
      onlyIf: { volumetric: 'DIV' },
      requiredIf: { volumetric: 'DIV' },
      label: 'cm³ per kg',
      hint: 'Usually 4000 to 6000',
    }),
    kgPerCft: integer({
      min: 1,
      max: 50,
      optional: true,
      onlyIf: { volumetric: 'CFT' },
      requiredIf: { volumetric: 'CFT' },
      label: 'kg per cubic foot',
      hint: 'Usually 6 to 10',
    }),
    roundKg: weight({ min: 0, max: 100, default: 1_000, label: 'Rounded up to', hint: '0 to charge each gram' }),
    minKg: weight({ min: 0, max: 10_000, default: 0, label: 'Charged at minimum' }),
    slabRule: choice(slabRules, {
      default: 'WHOLE',
      label: 'Slabs',
      words: {
        staff: {
          WHOLE: 'The whole weight at its slab',
          CHEAPER_NEXT: 'The next slab from its beginning where that is cheaper',
          STEPPED: 'Each part at its own slab',
        },
        buyer: {},
      },
    }),
    fuelBase: money({
      min: 0.01,
      optional: true,
      label: 'Fuel price agreed',
      hint: 'Per litre; empty without fuel adjustment',
    }),
    fuelShare: percent({
      optional: true,
      requiredIf: { fuelBase: { not: null } },
      label: 'Share of fuel',
      hint: 'The share of a change of the price that freight bears',
    }),
    terms: text({ audience: 'readers', max: 500, optional: true, long: true }),
    attachmentId: file({ optional: true, label: 'Signed contract' }),
    submittedById: reference(user, { optional: true, server: true, audience: 'staff', label: 'Submitted by' }),
    approvedById: reference(user, { optional: true, server: true, audience: 'staff', label: 'Approved by' }),
    approvedOn: date({ optional: true, server: true }),
    startsOn: date({ label: 'Valid from', aliases: ['valid_from'] }),
    endsOn: date({ label: 'Valid to', aliases: ['valid_to'] }),
  },
  key: ['contractNo'],
  list: ['contractNo', 'transporterId', 'kind', 'status', 'startsOn', 'endsOn', 'volumetric', 'slabRule'],
  filters: ['transporterId', 'kind', 'status'],
  sections: {
    Contract: [
      'contractNo',
      'transporterId',
      'kind',
      'status',
      'replacesId',
      'startsOn',
      'endsOn',
      'attachmentId',
      'terms',
    ],
    Weight: ['volumetric', 'divisor', 'kgPerCft', 'roundKg', 'minKg', 'slabRule'],
    Fuel: ['fuelBase', 'fuelShare'],
    Approval: ['submittedById', 'approvedById', 'approvedOn'],
  },
  search: ['contractNo'],
  sort: ['-startsOn'],
  indexes: [['transporterId', 'startsOn'], ['status', 'endsOn'], ['replacesId']],
  rules: [
    {
      field: 'endsOn',
      code: 'RANGE',
      message: 'must not be before Valid from',
      check: ({ startsOn, endsOn }) => endsOn >= startsOn,
    },
  ],
  actions: {
    submit: stepAction(freightContractProcess, 'submit', { confirm: 'Its rates can then no longer be changed.' }),
    sendBack: stepAction(freightContractProcess, 'sendBack'),
    approve: stepAction(freightContractProcess, 'approve', {
      confirm: 'LRs of its days are then priced by it. The contract that it replaces ends the day before.',
    }),
    end: stepAction(freightContractProcess, 'end', { inputs: { lastDay: date({ label: 'Last day' }) } }),
    newVersion: action({
      label: 'New version',
      letter: 'C',
      inputs: {
        contractNo: code({ max: 20, label: 'New contract no' }),
        startsOn: date({ label: 'Valid from' }),
        endsOn: date({ label: 'Valid to' }),
      },
    }),
  },
  access: freightContracts,
  everyRow: ['DISPATCH'],
  openIf: openWhile(freightContractProcess),
})

export type FreightContract = Row<typeof freightContract>
