import { articleFreight } from '../resources/masters/article-freight.ts'
import type { SeedWriter } from './seed-writer.ts'

/** Freight of what is billed to customers, in paise: by the bottle, by the kilogram, or by the line for cold boxes. */
export const writeFreight = ({ write }: SeedWriter) =>
  write(articleFreight, [
    { product: 'LS-1001', transMode: 'SURFACE', rateBasis: 'PER_UNIT', rate: 12_00 },
    { product: 'LS-1002', transMode: 'SURFACE', rateBasis: 'PER_UNIT', rate: 3_50 },
    { product: 'LS-1101', transMode: 'SURFACE', rateBasis: 'PER_UNIT', rate: 45_00, minCharge: 250_00 },
    { product: 'LS-1101', transMode: 'SURFACE', zone: 'EAST', rateBasis: 'PER_UNIT', rate: 62_00, minCharge: 350_00 },
    { product: 'LS-1302', transMode: 'AIR', rateBasis: 'PER_LINE', rate: 1_800_00 },
    { product: 'PS-2001', transMode: 'SURFACE', rateBasis: 'PER_KG', rate: 2_75, minCharge: 900_00 },
    { product: 'PS-2012', transMode: 'SURFACE', rateBasis: 'PER_KG', rate: 3_50, minCharge: 350_00 },
    { product: 'PS-2012', transMode: 'SURFACE', zone: 'EAST', rateBasis: 'PER_KG', rate: 4_25, minCharge: 400_00 },
    { product: 'PS-2012', transMode: 'EXPRESS', rateBasis: 'PER_KG', rate: 7_00, minCharge: 600_00 },
  ])
