import type { Knex } from 'knex'
import { today } from '../../api/platform/clock.ts'
import { bookSigmaLr } from '../../api/shipment-tracking/sigma/book-sigma-lr.ts'
import { transporter } from '../../resources/masters/transporter.ts'
import { sigmaCustomers } from '../../resources/shipment-tracking/sigma-customers.ts'
import type { carriedModes } from '../../resources/trade.ts'
import { callerNamed } from '../orders.ts'
import type { SeedWriter } from '../seed-writer.ts'

/** A consignment of the sister business, which is only tracked here. */
export interface SigmaConsignment {
  /** Days before today on which it left. */
  ago: number
  customer: string
  transporter: string
  mode: (typeof carriedModes)[number]
  to: readonly [city: string, pincode: string]
  packages: number
  /** Working days after the promise on which it arrives. */
  late: number
}

const pune = ['Pune', '411057'] as const
const mysuru = ['Mysuru', '570016'] as const
const dehradun = ['Dehradun', '248001'] as const

// biome-ignore format: a table, one row a line
export const sigmaConsignments: readonly SigmaConsignment[] = [
  { ago: 96, customer: 'SG0101', transporter: 'SWIFTDK', mode: 'EXPRESS', to: pune, packages: 2, late: -2 },
  { ago: 82, customer: 'SG0102', transporter: 'SWIFTDK', mode: 'EXPRESS', to: mysuru, packages: 1, late: 0 },
  { ago: 69, customer: 'SG0103', transporter: 'VAYUAIR', mode: 'AIR', to: dehradun, packages: 4, late: -1 },
  { ago: 55, customer: 'SG0101', transporter: 'SWIFTDK', mode: 'EXPRESS', to: pune, packages: 3, late: 0 },
  { ago: 43, customer: 'SG0102', transporter: 'VAYUAIR', mode: 'AIR', to: mysuru, packages: 2, late: -2 },
  { ago: 34, customer: 'SG0103', transporter: 'VAYUAIR', mode: 'AIR', to: dehradun, packages: 1, late: 2 },
  { ago: 26, customer: 'SG0101', transporter: 'SWIFTDK', mode: 'EXPRESS', to: pune, packages: 2, late: -1 },
  { ago: 19, customer: 'SG0102', transporter: 'SWIFTDK', mode: 'EXPRESS', to: mysuru, packages: 5, late: 0 },
  { ago: 13, customer: 'SG0103', transporter: 'VAYUAIR', mode: 'AIR', to: dehradun, packages: 1, late: -1 },
  { ago: 3, customer: 'SG0101', transporter: 'SWIFTDK', mode: 'EXPRESS', to: pune, packages: 2, late: 0 },
]

/** Books a consignment of the sister business, as somebody who follows its plant. Returns the id of its LR. */
export async function bookSigma(trx: Knex, rows: SeedWriter, one: SigmaConsignment): Promise<number> {
  const { person, author } = await callerNamed(trx, rows, 'asha')
  const [toCity, toPincode] = one.to
  const number = 7_000 + one.ago
  const outcome = await bookSigmaLr(
    trx,
    {
      lrNo: `SG${number}`,
      lrDate: today(),
      transporterId: rows.idOf(transporter, one.transporter),
      sigmaPlantCode: 'S110',
      sigmaCustomerId: rows.idOf(sigmaCustomers, one.customer),
      transMode: one.mode,
      fromCity: 'Bengaluru',
      toCity,
      toPincode,
      expectedDeliveryDate: null,
      invoices: [
        {
          sigmaInvoiceNo: `SGI${number}`,
          invoiceValue: one.packages * 18_400_00,
          packages: one.packages,
          weightKg: one.packages * 4_200,
        },
      ],
    },
    person,
    { ...author, source: 'API' },
  )
  if ('faults' in outcome) throw new Error(outcome.faults.map(({ message }) => message).join('; '))
  return outcome.id
}
