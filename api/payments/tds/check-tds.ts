import type { Knex } from 'knex'
import { rupees, yearText } from '../../../resources/define/show.ts'
import { certificateDueOn, certificateStateOf, formOf } from '../../../resources/payments/tds/tax-quarters.ts'
import { type TdsCertificate, tdsCertificate } from '../../../resources/payments/tds/tds-certificate.ts'
import { onePersonOf } from '../../derive/rights/one-person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Book } from '../../platform/books.ts'
import { type DeductedTds, keyOf, tdsOf } from './tds-of.ts'

/** Compares TDS certificates with the payments that they are expected for; a sentence for each that does not agree. */
export async function checkTds(db: Knex): Promise<string[]> {
  const deducted = new Map((await tdsOf(db)).map(one => [keyOf(one), one]))
  const rows = await rowsOf(db, tdsCertificate, all => all.orderBy('id'))
  const known = new Set(rows.map(keyOf))
  const isOnePerson = await onePersonOf(
    db,
    rows.flatMap(({ proposedById, confirmedById }) => [proposedById, confirmedById]),
  )
  return [
    ...rows.flatMap(row => faultsOf(row, deducted.get(keyOf(row))?.amount ?? 0)),
    ...[...deducted.values()]
      .filter(one => !known.has(keyOf(one)))
      .map(one => `${nameOf(one)}: ${rupees(one.amount)} is deducted, and no certificate is expected`),
    ...rows
      .filter(({ proposedById, confirmedById }) => confirmedById !== null && isOnePerson(proposedById, confirmedById))
      .map(row => `${nameOf(row)} was written off by one person`),
  ]
}

const nameOf = ({ customerId, taxYear, quarter }: Pick<DeductedTds, 'customerId' | 'taxYear' | 'quarter'>) =>
  `TDS certificate ${quarter} of ${yearText(taxYear)} of customer ${customerId}`

function faultsOf(row: TdsCertificate, deducted: number): string[] {
  const name = nameOf(row)
  const status = certificateStateOf(row)
  return [
    ...(row.expectedAmount === deducted
      ? []
      : [`${name} expects ${rupees(row.expectedAmount)}, and ${rupees(deducted)} is deducted`]),
    ...(row.status === status ? [] : [`${name} is ${row.status}, and should be ${status}`]),
    ...(row.dueOn === certificateDueOn(row) && row.form === formOf(row) ? [] : [`${name} has a wrong day or form`]),
  ]
}

/** TDS certificates beside the payments from which customers deducted. */
export const tdsBook: Book = {
  name: 'tds-certificates',
  at: '04:50',
  about: 'TDS certificates differ from payments',
  differences: checkTds,
}
