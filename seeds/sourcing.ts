import { defaultSupplyPlant } from '../resources/masters/default-supply-plant.ts'
import { sbuWiseCnf } from '../resources/masters/sbu-wise-cnf.ts'
import { stockLevel } from '../resources/settings/stock-level.ts'
import { expectedDeliveryDays } from '../resources/shipment-tracking/expected-delivery-days.ts'
import { allProducts } from './prices.ts'
import type { SeedWriter } from './seed-writer.ts'
import { statesOfCnfs } from './sites.ts'

/** Which plant supplies whom: each CnF its states; elsewhere, and for institutions, the plants of last resort. */
export async function writeSourcing({ write }: SeedWriter): Promise<void> {
  await write(
    sbuWiseCnf,
    ['LS', 'PS', 'PH'].flatMap(sbu => statesOfCnfs.map(([cnf, state]) => ({ sbu, state, cnf }))),
  )
  await write(defaultSupplyPlant, [
    { sbu: 'LS', plant: '1501' },
    { sbu: 'LS', channel: '12', plant: '1401' },
    { sbu: 'PS', plant: '1501' },
    { sbu: 'PS', channel: '12', plant: '1001' },
    { sbu: 'PH', plant: '1002' },
  ])
}

/** Transit in days: plant, state, by road, by express, by air; a city, where it differs from its state. */
// biome-ignore format: a table, one row a line
const lanes: readonly (readonly [string, string, number, number, number | null, string?])[] = [
  ['1201', '27', 2, 1, null], ['1201', '27', 1, 1, null, 'Pune'], ['1201', '27', 1, 1, null, 'Mumbai'],
  ['1201', '24', 3, 2, 1], ['1201', '23', 4, 2, 1], ['1201', '26', 2, 1, null], ['1201', '30', 3, 2, 1],
  ['1202', '06', 2, 1, null], ['1202', '07', 1, 1, null], ['1202', '03', 3, 2, 1], ['1202', '04', 3, 2, 1],
  ['1202', '02', 3, 2, null], ['1202', '01', 5, 3, 2], ['1202', '38', 9, 6, 3], ['1202', '05', 3, 2, 1],
  ['1202', '08', 3, 2, 1], ['1202', '09', 3, 2, 1], ['1202', '09', 1, 1, null, 'Noida'],
  ['1203', '29', 2, 1, null], ['1203', '29', 1, 1, null, 'Bengaluru'], ['1203', '33', 2, 1, 1], ['1203', '32', 3, 2, 1],
  ['1203', '34', 3, 2, null], ['1203', '36', 3, 2, 1], ['1203', '37', 4, 2, 1], ['1203', '31', 12, 8, 4],
  ['1501', '19', 2, 1, null], ['1501', '19', 1, 1, null, 'Kolkata'], ['1501', '20', 3, 2, 1], ['1501', '21', 3, 2, 1],
  ['1501', '10', 4, 2, 1], ['1501', '22', 4, 3, 1], ['1501', '18', 6, 4, 2], ['1501', '11', 6, 4, null],
  ['1401', '27', 3, 2, null], ['1401', '24', 4, 3, 2], ['1401', '36', 3, 2, 1], ['1401', '37', 4, 3, 2], ['1401', '19', 5, 3, 1],
  ['1001', '24', 2, 1, null], ['1001', '27', 3, 2, 1], ['1001', '08', 4, 3, 1],
  ['1002', '36', 2, 1, null], ['1002', '37', 2, 1, null], ['1002', '19', 5, 3, 1],
]

export const writeDeliveryDays = ({ write }: SeedWriter) =>
  write(
    expectedDeliveryDays,
    lanes.flatMap(([plant, state, surface, express, air, city = null]) => [
      { plant, state, city, transMode: 'SURFACE' as const, days: surface },
      { plant, state, city, transMode: 'EXPRESS' as const, days: express },
      ...(air === null
        ? []
        : [{ plant, state, city, transMode: 'AIR' as const, days: air, dayType: 'CALENDAR' as const }]),
    ]),
  )

const PLANTS: Readonly<Record<string, readonly string[]>> = {
  LS: ['1201', '1202', '1203', '1401', '1501'],
  PS: ['1201', '1202', '1203', '1001', '1501'],
  PH: ['1201', '1202', '1203', '1002'],
}

/** Packs in stock, by the index of plant and product in their lists: from none to some hundred. */
const packsAt = (plant: number, product: number) => ((product * 7 + plant * 5) % 11) * (plant < 3 ? 12 : 40)

/** Stock of every product at the plants of its SBU, as just read from SAP; with batches where there are batches. */
export const writeStock = ({ write }: SeedWriter, asOn: string) =>
  write(
    stockLevel,
    allProducts.flatMap(({ code, sbu, packQty = 1_000, isMultiplexingKit }, product) =>
      PLANTS[sbu!]!.flatMap((plant, place) => {
        const packs = code === 'LS-1001' ? 400 + 100 * place : packsAt(place, product)
        const batches = isMultiplexingKit ? [null] : [`26A${product + 101}`, `26B${product + 101}`]
        return batches.map((batchNo, batch) => ({
          plant,
          product: code!,
          batchNo,
          unrestrictedQty: Math.ceil(packs / batches.length) * packQty,
          expiryDate: batchNo === null ? null : `203${batch}-06-30`,
          asOn,
        }))
      }),
    ),
  )
