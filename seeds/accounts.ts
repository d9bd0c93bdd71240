import { allowOrdertypeDepartment } from '../resources/masters/allow-ordertype-department.ts'
import { customerDepartmentMap } from '../resources/masters/customer-department-map.ts'
import { customerSegmentMap } from '../resources/masters/customer-segment-map.ts'
import type { SeedWriter } from './seed-writer.ts'

const ASHA = 'E1013'
const ARJUN = 'E1014'

/** Which department sells to whom: customer, segment, and department, sales group and owner of each account. */
// biome-ignore format: a table, one row a line
const accounts: readonly (readonly [string, string, readonly (readonly [string, string | null, string])[]])[] = [
  ['100101', 'BIOTECH', [['LSRES', 'L01', ASHA], ['PSIND', 'P01', ASHA], ['PHFRM', 'H01', ARJUN]]],
  ['100102', 'OTHER', [['LSRES', 'L01', ASHA]]],
  ['100103', 'PHARMA', [['LSRES', 'L01', ASHA], ['PSIND', 'P01', ASHA], ['PHEXC', 'H01', ARJUN]]],
  ['100104', 'ACADEMIA', [['LSRES', 'L03', ARJUN]]],
  ['100105', 'GOVT', [['PSWAT', 'P02', ARJUN]]],
  ['100106', 'PHARMA', [['LSBIO', 'L03', ARJUN], ['PHFRM', 'H03', ARJUN]]],
  ['100107', 'ACADEMIA', [['LSRES', null, ASHA]]],
  ['100108', 'ACADEMIA', [['LSRES', 'L04', ARJUN]]],
  ['100109', 'OTHER', [['PSIND', 'P04', ARJUN]]],
  ['100110', 'PHARMA', [['PHFRM', 'H02', ARJUN], ['LSRES', 'L02', ARJUN]]],
  ['100201', 'DEALER', [['LSRES', 'L01', ASHA], ['PSIND', 'P01', ASHA], ['PHFRM', 'H01', ARJUN]]],
  ['100202', 'DEALER', [['LSRES', 'L03', ARJUN], ['PSWAT', 'P03', ARJUN]]],
]

export async function writeAccounts({ write }: SeedWriter): Promise<void> {
  await write(
    customerDepartmentMap,
    accounts.flatMap(([customer, , departments]) =>
      departments.map(([department, salesGroup, salesEmployee]) => ({
        customer,
        department,
        salesGroup,
        salesEmployee,
      })),
    ),
  )
  await write(
    customerSegmentMap,
    accounts.flatMap(([customer, customerSegment, departments]) =>
      departments.map(([department]) => ({ customer, sbu: department.slice(0, 2), customerSegment })),
    ),
  )
}

const DEPARTMENTS = ['LSRES', 'LSBIO', 'PSIND', 'PSWAT', 'PHFRM', 'PHEXC']

/** The order types of each department: the standard one is proposed, free samples are for employees to give. */
export const writeOrderTypesOfDepartments = ({ write }: SeedWriter) =>
  write(allowOrdertypeDepartment, [
    ...DEPARTMENTS.flatMap(department => [
      { department, orderType: 'STD', isDefault: true },
      { department, orderType: 'RCO' },
      { department, orderType: 'FOC', allowedFor: 'EMPLOYEE_ONLY' as const },
    ]),
    { department: 'LSBIO', orderType: 'MPX' },
    { department: 'LSRES', orderType: 'MPX' },
    { department: 'LSRES', orderType: 'TND', allowedFor: 'EMPLOYEE_ONLY' },
    { department: 'PSWAT', orderType: 'TND', allowedFor: 'EMPLOYEE_ONLY' },
  ])
