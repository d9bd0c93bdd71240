import { organisation } from '../access.ts'
import { code, reference, text } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { sbu } from './sbu.ts'
import { stateCity } from './state-city.ts'
import { zoneArea } from './zone-area.ts'

/**
 * Sales areas, or single cities of them, under one cluster head in an SBU; a row with a city is preferred to one
 * without.
 */
export const clusterMapping = resource({
  group: 'masters',
  name: 'cluster-mapping',
  title: 'Cluster Mapping',
  purpose: 'Which sales areas and cities form a cluster in an SBU, and who heads it.',
  fields: {
    clusterCode: code({ max: 10, label: 'Cluster' }),
    clusterName: text({ max: 60 }),
    sbuId: reference(sbu),
    zoneAreaId: reference(zoneArea),
    cityId: reference(stateCity, {
      optional: true,
      aliases: ['city_name'],
      hint: 'Leave empty for the whole area; a row with a city takes precedence',
    }),
    headEmployeeId: reference('employee', {
      audience: 'readers',
      label: 'Head',
      aliases: ['employee_code'],
      hint: 'Sees the orders and invoices that are delivered in the cluster',
    }),
  },
  key: ['clusterCode', 'sbuId', 'zoneAreaId', 'cityId'],
  display: ['clusterCode', 'clusterName'],
  list: ['clusterCode', 'clusterName', 'sbuId', 'zoneAreaId', 'cityId', 'headEmployeeId'],
  filters: ['sbuId', 'clusterCode', 'zoneAreaId.zoneId'],
  search: ['clusterCode', 'clusterName'],
  sort: ['clusterCode'],
  indexes: [['clusterCode'], ['headEmployeeId'], ['sbuId', 'zoneAreaId']],
  access: organisation,
  everyRow: ['DISPATCH'],
})
