import type { Knex } from 'knex'
import { mulDiv, sum } from '../../resources/define/amounts.ts'
import { addDays, FOREVER } from '../../resources/define/dates.ts'
import { dayText } from '../../resources/define/show.ts'
import { type ZoneAsp, zoneWiseAsp } from '../../resources/masters/zone-wise-asp.ts'
import { convertQty, type ProductUnits, unitsIn } from '../../resources/orders/unit-conversion.ts'
import type { ActionHandler } from '../derive/extend.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { insertRows, updateRow } from '../derive/save/write.ts'
import { today } from '../platform/clock.ts'

interface Sold {
  zoneId: number
  productId: number
  asp: number
}

/**
 * Saves the average price at which each product was invoiced into each zone in the last 90 days, net value by quantity,
 * as COMPUTED rows from the 1st of next month. What counts until then ends the day before; an average that somebody
 * entered from then on stays.
 */
export const computeAverages: ActionHandler = async (trx, { author }) => {
  const from = nextMonth(today())
  const sold = await soldSince(trx, addDays(today(), -90))
  const later = await rowsOf(trx, zoneWiseAsp, rows => rows.where('isActive', 1).where('validTo', '>=', from))
  const averagesByKey = Map.groupBy(later, keyOf)
  const fresh: Sold[] = []
  let [manual, same] = [0, 0]
  for (const one of sold) {
    const rows = averagesByKey.get(keyOf(one)) ?? []
    const computedAverage = rows.find(row => row.validFrom === from && row.basis === 'COMPUTED')
    if (computedAverage) {
      if (computedAverage.asp === one.asp) same++
      else await updateRow(trx, zoneWiseAsp, computedAverage, { asp: one.asp }, author)
    } else if (rows.some(row => row.validFrom >= from)) manual++
    else {
      for (const row of rows) await updateRow(trx, zoneWiseAsp, row, { validTo: addDays(from, -1) }, author)
      fresh.push(one)
    }
  }
  const rows = fresh.map(one => ({ ...one, basis: 'COMPUTED' as const, validFrom: from, validTo: FOREVER }))
  await insertRows(trx, zoneWiseAsp, rows, author)
  const facts = [`Averages that count from ${dayText(from)}: ${sold.length - manual}`]
  if (same > 0) facts.push(`as computed before: ${same}`)
  if (manual > 0) facts.push(`entered by hand and left as they are: ${manual}`)
  return facts.join('; ')
}

const keyOf = ({ zoneId, productId }: Pick<ZoneAsp, 'zoneId' | 'productId'>) => `${zoneId}/${productId}`

const nextMonth = (day: string) => `${addDays(`${day.slice(0, 7)}-28`, 4).slice(0, 7)}-01`

interface Invoiced extends ProductUnits {
  zoneId: number
  productId: number
  billedIn: string
  net: number
  qty: number
}

/**
 * Net value by quantity in sales units of what was invoiced since a day, by zone of the ship-to and product, without free
 * samples and what was billed in a unit that cannot be converted.
 */
async function soldSince(db: Knex, day: string): Promise<Sold[]> {
  const units = ['products.uom', 'products.baseUom', 'products.uomNumerator', 'products.uomDenominator']
  const rows: Invoiced[] = await db('invoice_line')
    .join('invoice', 'invoice.id', 'invoice_line.invoiceId')
    .join('ship_to', 'ship_to.id', 'invoice.shipToId')
    .join('state_city', 'state_city.id', 'ship_to.cityId')
    .join('zone_area', 'zone_area.id', 'state_city.zoneAreaId')
    .join('products', 'products.id', 'invoice_line.productId')
    .where({ invoiceType: 'INVOICE', isCancelled: 0 })
    .where('invoiceDate', '>=', day)
    .where('invoice_line.netValue', '>', 0)
    .where('invoice_line.qty', '>', 0)
    .groupBy('zone_area.zoneId', 'invoice_line.productId', 'invoice_line.uom', ...units)
    .select('zone_area.zoneId', 'invoice_line.productId', 'invoice_line.uom as billedIn', ...units)
    .sum({ net: 'invoice_line.netValue', qty: 'invoice_line.qty' })
  const sold = Map.groupBy(rows, ({ zoneId, productId }) => `${zoneId}/${productId}`)
  return [...sold.values()].flatMap(of => {
    const counted = of.flatMap(row => {
      const ratio = unitsIn(row, row.billedIn, row.uom)
      return ratio ? [{ net: Number(row.net), qty: convertQty(Number(row.qty), ratio) }] : []
    })
    const qty = sum(counted.map(row => row.qty))
    const asp = qty === 0 ? 0 : mulDiv(sum(counted.map(row => row.net)), 1000, qty)
    return asp > 0 ? [{ zoneId: of[0]!.zoneId, productId: of[0]!.productId, asp }] : []
  })
}
