import { clusterMapping } from '../resources/masters/cluster-mapping.ts'
import type { SeedWriter } from './seed-writer.ts'

const RAKESH = 'E1011'
const MEENA = 'E1012'

/** Clusters: code, name, SBU, sales area, city, head. Pune’s laboratories stand apart from the rest of the West. */
// biome-ignore format: a table, one row a line
const clusters: readonly (readonly [string, string, string, string, string | null, string])[] = [
  ['LSWEST', 'Life science West', 'LS', 'WMH', null, MEENA],
  ['LSWEST', 'Life science West', 'LS', 'WGJ', null, MEENA],
  ['LSPUNE', 'Pune laboratories', 'LS', 'WMH', 'Pune', MEENA],
  ['LSNORTH', 'Life science North and East', 'LS', 'NTH', null, RAKESH],
  ['LSNORTH', 'Life science North and East', 'LS', 'EST', null, RAKESH],
  ['LSSOUTH', 'Life science South', 'LS', 'STH', null, RAKESH],
  ['PSWEST', 'Process chemicals West', 'PS', 'WGJ', null, MEENA],
  ['PSWEST', 'Process chemicals West', 'PS', 'WMH', null, MEENA],
  ['PHBADDI', 'Baddi pharma belt', 'PH', 'NTH', 'Baddi', RAKESH],
]

export const writeClusters = ({ write }: SeedWriter) =>
  write(
    clusterMapping,
    clusters.map(([clusterCode, clusterName, sbu, zoneArea, city, headEmployee]) => ({
      clusterCode,
      clusterName,
      sbu,
      zoneArea,
      city,
      headEmployee,
    })),
  )
