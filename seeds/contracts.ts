import { today } from '../api/platform/clock.ts'
import { priceTimes, shareOf, sum } from '../resources/define/amounts.ts'
import { addDays, instantOf } from '../resources/define/dates.ts'
import { dayText } from '../resources/define/show.ts'
import { customerAnnexure } from '../resources/masters/customer-annexure.ts'
import { customerAnnexureLine } from '../resources/masters/customer-annexure-line.ts'
import { type RateContract, rateContractCustomer } from '../resources/masters/rate-contract-customer.ts'
import { rateContractErrors } from '../resources/masters/rate-contract-errors.ts'
import { rateContractLine } from '../resources/masters/rate-contract-line.ts'
import { annexureNo, contractNo, firstOfMonth, lastOfMonth } from './demo-days.ts'
import type { SeedWriter } from './seed-writer.ts'

interface Contract {
  no: string
  customer: string
  sbu: string
  ref: string
  status: RateContract['status']
  from: string
  to: string
  sap?: string
  approver?: string
  /** Product, rate in paise, agreed and consumed quantity in whole units, unit. */
  lines: readonly (readonly [product: string, rate: number, qty: number, consumed: number, uom: string])[]
}

// biome-ignore format: a table, one row a line
const contracts: readonly Contract[] = [
  { no: contractNo('0001'), customer: '100101', sbu: 'LS', ref: 'SB/AGR/26-27', status: 'ACTIVE', from: firstOfMonth(-7), to: lastOfMonth(4), sap: '40001207',
    lines: [['LS-1003', 1_890_00, 200, 64, 'EA'], ['LS-1006', 6_200_00, 40, 31, 'EA'], ['LS-1302', 4_100_00, 60, 12, 'EA']] },
  { no: contractNo('0002'), customer: '100104', sbu: 'LS', ref: 'DIMS/T/118', status: 'ACTIVE', from: addDays(today(), -346), to: addDays(today(), 18), approver: 'E1001',
    lines: [['LS-1303', 35_000_00, 12, 11, 'EA'], ['LS-1301', 1_015_00, 150, 96, 'EA']] },
  { no: contractNo('0003'), customer: '100103', sbu: 'PS', ref: 'GPL/RC/44', status: 'DRAFT', from: firstOfMonth(1), to: lastOfMonth(12),
    lines: [['PS-2005', 149_00, 12_000, 0, 'KG'], ['PS-2006', 221_50, 4_000, 0, 'KG']] },
  { no: contractNo('0004'), customer: '100109', sbu: 'PS', ref: 'HCR/LOI/9', status: 'SUSPENDED', from: firstOfMonth(-5), to: lastOfMonth(6),
    lines: [['PS-2012', 85_00, 6_000, 1_400, 'KG']] },
  // 150 are open of it: an order of 200 needs approval, as in the worked example of the approvals.
  { no: contractNo('0005'), customer: '100102', sbu: 'LS', ref: 'KDR/RC/26-27', status: 'ACTIVE', from: firstOfMonth(-7), to: lastOfMonth(4), sap: '40001262',
    lines: [['LS-1002', 450_00, 400, 250, 'EA']] },
  { no: contractNo('0007', firstOfMonth(-19)), customer: '100110', sbu: 'PH', ref: 'YR/25/311', status: 'EXPIRED', from: firstOfMonth(-19), to: lastOfMonth(-8),
    lines: [['PH-3103', 272_00, 2_500, 2_500, 'KG'], ['PH-3101', 249_00, 1_000, 640, 'KG']] },
]

/** Rate contracts in every state, and two rows of a file that could not be imported. */
export async function writeContracts({ write }: SeedWriter): Promise<void> {
  for (const { no, sap, approver, lines, from, to, ref, ...rest } of contracts) {
    const value = sum(lines.map(([, rate, qty]) => priceTimes(rate, qty * 1000)))
    const consumed = sum(lines.map(([, rate, , qty]) => priceTimes(rate, qty * 1000)))
    await write(rateContractCustomer, [
      {
        ...rest,
        contractNo: no,
        sapContractNo: sap ?? null,
        sapStatus: sap === undefined ? null : ('ACTIVE' as const),
        customerRef: ref,
        contractDate: from,
        approverEmployee: approver ?? null,
        autoRelease: sap !== undefined,
        value,
        consumedPct: shareOf(consumed, value),
        validFrom: from,
        validTo: to,
      },
    ])
    for (const [place, [product, rate, qty, used, uom]] of lines.entries())
      await write(rateContractLine, [
        {
          rateContract: no,
          customer: rest.customer,
          lineNo: (place + 1) * 10,
          product,
          rate,
          contractQty: qty * 1000,
          consumedQty: used * 1000,
          reservedQty: 0,
          uom,
        },
      ])
  }
  await write(rateContractErrors, [
    refused(3, 'LS-9903', 'UNKNOWN_PRODUCT', 'Product LS-9903 is not a row of Products'),
  ])
  await write(rateContractErrors, [
    refused(4, 'LS-1007', 'UOM_MISMATCH', 'Unit KG is not the unit of the product LS-1007, which is sold in EA'),
  ])
}

const refused = (rowNo: number, product: string, errorCode: 'UNKNOWN_PRODUCT' | 'UOM_MISMATCH', errorText: string) => ({
  source: 'UPLOAD' as const,
  rowNo,
  raw: {
    contractNo: contractNo('0005'),
    customerId: '100107',
    sbuId: 'LS',
    customerRef: 'SVC/RC/2',
    contractDate: dayText(firstOfMonth(0)),
    validFrom: dayText(firstOfMonth(1)),
    validTo: dayText(lastOfMonth(12)),
    lineNo: String((rowNo - 1) * 10),
    productId: product,
    rate: '810.00',
    contractQty: '40',
    uom: errorCode === 'UOM_MISMATCH' ? 'KG' : 'EA',
  },
  contractNo: contractNo('0005'),
  customerCode: '100107',
  productCode: product,
  errorCode,
  errorText,
})

interface Annexure {
  no: string
  customer: string
  sbu: string
  agreement: string
  days: number
  freight: 'FOR' | 'BILLED' | 'TO_PAY'
  status: 'DRAFT' | 'ISSUED' | 'ACCEPTED' | 'EXPIRED'
  from: string
  to: string
  more?: Record<string, string>
  lines: readonly (readonly [product: string, qty: number, price: number, remarks?: string, itemCode?: string])[]
}

// biome-ignore format: a table, one row a line
const annexures: readonly Annexure[] = [
  { no: annexureNo('011'), customer: '100102', sbu: 'LS', agreement: 'Supply agreement KDR-2026', days: 45, freight: 'FOR', status: 'ACCEPTED', from: firstOfMonth(-7), to: lastOfMonth(4),
    more: { acceptedName: 'R. Kamat', acceptedOn: addDays(firstOfMonth(-7), -4), acceptedAt: instantOf(addDays(firstOfMonth(-7), -4), '11:42') },
    lines: [['LS-1005', 240, 596_00, '', 'KDR-0417'], ['LS-1007', 120, 835_00, 'In two calls a year', 'KDR-0422'], ['LS-1104', 60, 1_020_00]] },
  { no: annexureNo('012'), customer: '100101', sbu: 'LS', agreement: 'Supply agreement 2026-27', days: 30, freight: 'FOR', status: 'ISSUED', from: firstOfMonth(1), to: lastOfMonth(12),
    lines: [['LS-1005', 480, 588_00, '', 'RM-20-118'], ['LS-1103', 72, 2_090_00, 'Cold chain', 'RM-31-004'], ['LS-1401', 300, 725_00]] },
  { no: annexureNo('013'), customer: '100103', sbu: 'PS', agreement: 'GPL master agreement', days: 60, freight: 'BILLED', status: 'DRAFT', from: firstOfMonth(2), to: lastOfMonth(13),
    lines: [['PS-2004', 24_000, 45_20], ['PS-2008', 9_000, 39_75]] },
]

/** Annexures: one accepted, one that waits for the customer, one being written. */
export async function writeAnnexures({ write }: SeedWriter): Promise<void> {
  for (const { no, agreement, days, freight, from, to, more, lines, ...rest } of annexures) {
    await write(customerAnnexure, [
      {
        ...rest,
        annexureNo: no,
        agreementRef: agreement,
        paymentTermsDays: days,
        freightTerms: freight,
        termsText: 'Prices hold for the whole period. Quantities are estimates; each order names its own.',
        validFrom: from,
        validTo: to,
        ...more,
      },
    ])
    for (const [place, [product, qty, price, remarks, itemCode]] of lines.entries())
      await write(customerAnnexureLine, [
        {
          customerAnnexure: no,
          customer: rest.customer,
          lineNo: (place + 1) * 10,
          product,
          annualQty: qty * 1000,
          agreedPrice: price,
          remarks: remarks || null,
          customerItemCode: itemCode ?? null,
        },
      ])
  }
}
