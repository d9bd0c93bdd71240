import { department } from '../resources/masters/department.ts'
import { salesGroup } from '../resources/masters/sales-group.ts'
import { sbu } from '../resources/masters/sbu.ts'
import { zoneArea } from '../resources/masters/zone-area.ts'
import type { SeedWriter } from './seed-writer.ts'

/** The business units with their departments and sales areas; their heads follow once the people exist. */
export async function writeOrganisation({ write }: SeedWriter): Promise<void> {
  await write(sbu, [
    {
      code: 'LS',
      name: 'Life science',
      salesOrg: '1000',
      division: '10',
      orderEmail: 'orders.ls@meridian-labs.example',
      minOrderValue: 500_00,
    },
    {
      code: 'PS',
      name: 'Process solutions',
      salesOrg: '1000',
      division: '20',
      orderEmail: 'orders.ps@meridian-labs.example',
      minOrderValue: 2_500_00,
    },
    {
      code: 'PH',
      name: 'Pharma',
      salesOrg: '1000',
      division: '30',
      orderEmail: 'orders.ph@meridian-labs.example',
      minOrderValue: 1_000_00,
    },
  ])
  await write(department, [
    { code: 'LSRES', name: 'Research laboratories', sbu: 'LS', complaintEmail: 'care.ls@meridian-labs.example' },
    { code: 'LSBIO', name: 'Bioprocessing', sbu: 'LS', complaintEmail: 'care.ls@meridian-labs.example' },
    { code: 'PSIND', name: 'Industrial chemicals', sbu: 'PS', complaintEmail: 'care.ps@meridian-labs.example' },
    { code: 'PSWAT', name: 'Water treatment', sbu: 'PS', complaintEmail: 'care.ps@meridian-labs.example' },
    { code: 'PHFRM', name: 'Formulations', sbu: 'PH', complaintEmail: 'care.ph@meridian-labs.example' },
    { code: 'PHEXC', name: 'Excipients', sbu: 'PH', complaintEmail: 'care.ph@meridian-labs.example' },
  ])
  await write(zoneArea, [
    { code: 'WMH', name: 'Maharashtra and Goa', zone: 'WEST' },
    { code: 'WGJ', name: 'Gujarat and Madhya Pradesh', zone: 'WEST' },
    { code: 'NTH', name: 'Delhi and the North', zone: 'NORTH' },
    { code: 'STH', name: 'South', zone: 'SOUTH' },
    { code: 'EST', name: 'East and North East', zone: 'EAST' },
  ])
  await write(salesGroup, [
    { code: 'L01', name: 'Life science West', salesOffice: 'MUM1', sbu: 'LS', zone: 'WEST' },
    { code: 'L02', name: 'Life science North', salesOffice: 'DEL1', sbu: 'LS', zone: 'NORTH' },
    { code: 'L03', name: 'Life science South', salesOffice: 'BLR1', sbu: 'LS', zone: 'SOUTH' },
    { code: 'L04', name: 'Life science East', salesOffice: 'CCU1', sbu: 'LS', zone: 'EAST' },
    { code: 'P01', name: 'Process solutions West', salesOffice: 'MUM1', sbu: 'PS', zone: 'WEST' },
    { code: 'P02', name: 'Process solutions North', salesOffice: 'DEL1', sbu: 'PS', zone: 'NORTH' },
    { code: 'P03', name: 'Process solutions South', salesOffice: 'BLR1', sbu: 'PS', zone: 'SOUTH' },
    { code: 'P04', name: 'Process solutions East', salesOffice: 'CCU1', sbu: 'PS', zone: 'EAST' },
    { code: 'H01', name: 'Pharma West', salesOffice: 'MUM1', sbu: 'PH', zone: 'WEST' },
    { code: 'H02', name: 'Pharma North', salesOffice: 'DEL1', sbu: 'PH', zone: 'NORTH' },
    { code: 'H03', name: 'Pharma South', salesOffice: 'BLR1', sbu: 'PH', zone: 'SOUTH' },
  ])
}

/** Names the heads of units, departments, areas and sales groups. */
export async function nameHeads({ amend }: SeedWriter): Promise<void> {
  await amend(sbu, { LS: { headEmployee: 'E1001' }, PS: { headEmployee: 'E1002' }, PH: { headEmployee: 'E1003' } })
  await amend(department, {
    LSRES: { headEmployee: 'E1011' },
    LSBIO: { headEmployee: 'E1011' },
    PSIND: { headEmployee: 'E1002' },
    PSWAT: { headEmployee: 'E1002' },
    PHFRM: { headEmployee: 'E1003' },
    PHEXC: { headEmployee: 'E1003' },
  })
  await amend(zoneArea, {
    WMH: { areaManagerEmployee: 'E1012' },
    WGJ: { areaManagerEmployee: 'E1012' },
    NTH: { areaManagerEmployee: 'E1011' },
    STH: { areaManagerEmployee: 'E1011' },
    EST: { areaManagerEmployee: 'E1011' },
  })
  await amend(salesGroup, { L01: { managerEmployee: 'E1012' }, P01: { managerEmployee: 'E1012' } })
}
