import { choice } from '../define/fields.ts'
import { salesStamps } from '../sales-stamps.ts'

const { salesEmployeeId, zoneId, zoneAreaId, customerSegmentId, clusterCode } = salesStamps
const hint = 'As of the document; with “As today”, as of today'

/**
 * Where a document belongs in sales: as it was when the document was made (of an order, when it was first submitted), or
 * by the masters of today where the reader chooses that. Names are always those of today.
 */
export const mappedStamps = {
  salesEmployeeId: { ...salesEmployeeId, label: 'Sales employee', hint },
  zoneId: { ...zoneId, label: 'Sales zone', hint },
  zoneAreaId: { ...zoneAreaId, label: 'Sales area', hint },
  customerSegmentId: { ...customerSegmentId, label: 'Segment', hint },
  clusterCode: { ...clusterCode, label: 'Cluster', hint },
  mapping: choice(['THEN', 'TODAY'], {
    audience: 'staff',
    hint: 'Whether employee, zone, area, segment and cluster are those of the document, or those of today',
    words: { staff: { THEN: 'As documented', TODAY: 'As today' }, buyer: {} },
  }),
} as const

/** The columns that the mapping decides, by which people group and filter. */
export const mappedColumns = ['zoneId', 'zoneAreaId', 'clusterCode', 'customerSegmentId', 'salesEmployeeId'] as const

/** The switch «As today» of a report. */
export const mappingChoice = { mapping: [] } as const
