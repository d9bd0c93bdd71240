import type { Row } from '../../../resources/define/resource.ts'
import { percentText, rupees } from '../../../resources/define/show.ts'
import { rateContractCustomer } from '../../../resources/masters/rate-contract-customer.ts'
import { nameIn } from '../../derive/record/names.ts'
import type { RecordHeader, Words } from '../../derive/record/record-header.ts'
import { dayInWords } from '../../derive/record/when.ts'
import { agreedState, periodFact, periodInWords } from './agreed-period.ts'

type ContractRow = Row<typeof rateContractCustomer> & { texts?: Record<string, string | null | undefined> }
interface BesideContract {
  today: string
}

const WHOLE = 10_000
const NEARLY = 9_000

function nextOf(row: ContractRow, { today }: BesideContract): Words | null {
  const { status, attachmentId, value, consumedPct } = row
  if (status === 'DRAFT') {
    const missing = [value === 0 && 'lines', attachmentId === null && 'the signed contract'].filter(Boolean)
    return missing.length > 0
      ? [{ strong: `Still to add: ${missing.join(' and ')}.` }, ' Orders keep the list price until it is activated.']
      : ['It is complete: activate it, and orders are priced by it.']
  }
  if (status === 'SUSPENDED') return [{ strong: 'Orders are not priced by it' }, ' until it is activated again.']
  if (status !== 'ACTIVE') return null
  if (consumedPct >= WHOLE) return [{ strong: 'All of it is ordered.' }, ' More is priced without it.']
  const period = periodInWords(row, today)
  return consumedPct >= NEARLY
    ? [{ strong: `${percentText(WHOLE - consumedPct)} is left.` }, ` ${period}`]
    : [`Orders are priced by it. ${period}`]
}

/** A rate contract: its customer, what was agreed, and how much of it is left. */
export const contractHeader: RecordHeader<ContractRow, BesideContract> = {
  resource: rateContractCustomer,
  who: { of: ['customerId'], say: ({ texts }) => nameIn(texts?.customerId) },
  keys: [
    { of: ['contractNo'], say: ({ contractNo }) => `Rate contract ${contractNo}` },
    { of: ['customerRef'], say: ({ customerRef }) => customerRef && `their reference ${customerRef}` },
    { of: ['sapContractNo'], say: ({ sapContractNo }) => sapContractNo && `SAP ${sapContractNo}` },
    { of: ['contractDate'], say: ({ contractDate }, { today }) => `dated ${dayInWords(contractDate, today)}` },
    { of: ['sbuId'], say: ({ texts }) => nameIn(texts?.sbuId) },
  ],
  amount: { of: ['value'], say: ({ value }) => ({ value: rupees(value), small: 'agreed, all lines' }) },
  state: { of: ['status'], say: (row, { today }) => agreedState(row, today) },
  next: { of: ['status', 'value', 'consumedPct', 'validTo'], say: nextOf },
  facts: [
    {
      label: 'Left to order',
      of: ['value', 'consumedPct'],
      say: ({ value, consumedPct }) =>
        value > 0 && {
          value: rupees(Math.max(0, Math.round((value * (WHOLE - consumedPct)) / WHOLE))),
          small: `${percentText(consumedPct)} is ordered`,
          bad: consumedPct >= WHOLE,
        },
    },
    periodFact,
    {
      label: 'Approved by',
      of: ['approverEmployeeId', 'autoRelease'],
      say: ({ texts, autoRelease }) =>
        autoRelease
          ? { value: 'nobody', small: 'within what is left' }
          : { value: nameIn(texts?.approverEmployeeId) || 'the pricing desk', small: 'orders on this contract' },
    },
    {
      label: 'Signed contract',
      of: ['attachmentId'],
      say: ({ attachmentId, status }) =>
        attachmentId !== null ? { value: 'attached' } : { value: 'missing', bad: status === 'DRAFT' },
    },
    {
      label: 'In SAP',
      of: ['sapStatus'],
      say: ({ sapStatus }) =>
        sapStatus && { value: sapStatus === 'ACTIVE' ? 'active' : 'suspended', bad: sapStatus !== 'ACTIVE' },
    },
  ],
}
