import { employee } from './access-control/employee.ts'
import { code, reference } from './define/fields.ts'
import { zoneArea } from './masters/zone-area.ts'
import { customerSegment } from './settings/customer-segment.ts'
import { zone } from './settings/zone.ts'

/**
 * Where a document belongs in sales, as it was when the document was made: sales figures are grouped by these columns,
 * whatever the masters say later.
 */
export const salesStamps = {
  salesEmployeeId: reference(employee, { optional: true, label: 'Account owner at the time', audience: 'staff' }),
  zoneId: reference(zone, { optional: true, label: 'Zone at the time', audience: 'staff' }),
  zoneAreaId: reference(zoneArea, { optional: true, label: 'Sales area at the time', audience: 'staff' }),
  customerSegmentId: reference(customerSegment, { optional: true, label: 'Segment at the time', audience: 'staff' }),
  clusterCode: code({ max: 10, optional: true, label: 'Cluster at the time', audience: 'staff' }),
} as const
