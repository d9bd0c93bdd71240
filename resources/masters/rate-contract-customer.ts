import { partnerRoles, rateContracts } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { action } from '../define/action.ts'
import { choice, code, date, effectivePeriod, file, flag, money, percent, reference, text } from '../define/fields.ts'
import { openWhile, statusField } from '../define/process/states.ts'
import { stepAction } from '../define/process/step-action.ts'
import { type Row, resource } from '../define/resource.ts'
import { contractProcess } from './contract-process.ts'
import { withinIssuedContracts } from './issued.ts'
import { sbu } from './sbu.ts'

const why = () => text({ max: 255, label: 'Why' })

/** Pricing step P3: what was agreed with a customer for a period; the products and rates are its lines. */
export const rateContractCustomer = resource({
  group: 'masters',
  name: 'rate-contract-customer',
  title: 'Rate Contract Customer',
  one: 'rate contract',
  purpose: 'The rates and quantities agreed with a customer for a period, product by product.',
  fields: {
    contractNo: code({ max: 20, label: 'Contract no' }),
    sapContractNo: text({
      max: 10,
      format: 'sapNumber',
      optional: true,
      unique: true,
      sap: true,
      label: 'SAP contract',
    }),
    customerId: reference(customer),
    sbuId: reference(sbu),
    customerRef: text({ max: 35, label: 'Customer’s reference', hint: 'The customer’s letter or tender number' }),
    contractDate: date(),
    approverEmployeeId: reference('employee', {
      optional: true,
      label: 'Approver',
      hint: 'Who approves orders on this contract; leave empty for the pricing desk of the SBU',
      audience: 'staff',
    }),
    autoRelease: flag({
      hint: 'Orders within the open quantity need no approval of the contract',
      hiddenFrom: partnerRoles,
    }),
    status: statusField(contractProcess, { server: true, label: 'Contract status' }),
    sapStatus: choice(['ACTIVE', 'SUSPENDED'], {
      optional: true,
      server: true,
      sap: true,
      label: 'Status in SAP',
      hiddenFrom: partnerRoles,
      hint: 'None for a contract made in the portal',
    }),
    attachmentId: file({ optional: true, label: 'Signed contract' }),
    value: money({ default: 0, server: true, label: 'Value', hint: 'Rate times quantity of all lines' }),
    consumedPct: percent({
      max: 1_000_000,
      default: 0,
      server: true,
      label: 'Consumed',
      hint: 'The share of the contract value that is ordered',
    }),
    ...effectivePeriod(),
  },
  key: ['contractNo'],
  leads: ['customerId', 'value', 'status', 'validTo', 'contractNo'],
  list: ['contractNo', 'customerId', 'sbuId', 'validFrom', 'validTo', 'status', 'value', 'consumedPct'],
  filters: ['customerId', 'sbuId', 'status', 'isExpiring', 'validTo'],
  computed: { isExpiring: flag({ label: 'Ends soon', hint: 'Active, and ends within rc.expiry_warn_days' }) },
  totals: ['value'],
  search: ['contractNo', 'customerRef', 'sapContractNo'],
  sort: ['validTo'],
  indexes: [['customerId', 'status'], ['sbuId'], ['status', 'validTo'], ['approverEmployeeId']],
  actions: {
    activate: stepAction(contractProcess, 'activate', {
      confirm: 'Orders of these products are then priced by this contract. It needs a line and the signed contract.',
    }),
    suspend: stepAction(contractProcess, 'suspend', { inputs: { remarks: why() } }),
    close: stepAction(contractProcess, 'close', {
      inputs: { remarks: why() },
      confirm: 'A closed contract is never opened again.',
    }),
    copyLines: action({
      label: 'Copy with lines',
      letter: 'C',
      inputs: { contractNo: code({ max: 20, label: 'New contract no' }), ...effectivePeriod() },
    }),
  },
  access: rateContracts,
  openIf: openWhile(contractProcess),
  whatIf: { lines: { customerId: 'soldToId', sbuId: 'sbuId' }, once: { status: 'ACTIVE' } },
  within: withinIssuedContracts,
})

export type RateContract = Row<typeof rateContractCustomer>
