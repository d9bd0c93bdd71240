import { assignRoles } from '../resources/access-control/assign-roles.ts'
import { companyPerson } from '../resources/access-control/company-person.ts'
import { employee } from '../resources/access-control/employee.ts'
import { sbuEmployeeMap } from '../resources/access-control/sbu-employee-map.ts'
import { type Role, roles } from '../resources/roles.ts'
import { user } from '../resources/settings/user.ts'
import type { SeedWriter } from './seed-writer.ts'

/** Employees: code, login, role, name, designation, manager, department, zone, city, SBUs (the first is the main one). */
// biome-ignore format: a table, one row a line
const employees: readonly (readonly [string, string, Role, string, string, string | null, string | null, string | null, string, string])[] = [
  ['E1001', 'kavita', 'SALES_MANAGER', 'Kavita Rao', 'Business head, life science', null, 'LSRES', null, 'Mumbai', 'LS'],
  ['E1002', 'suresh', 'SALES_MANAGER', 'Suresh Menon', 'Business head, process solutions', null, 'PSIND', null, 'Mumbai', 'PS'],
  ['E1003', 'nandini', 'SALES_MANAGER', 'Nandini Iyer', 'Business head, pharma', null, 'PHFRM', null, 'Mumbai', 'PH'],
  ['E1010', 'joseph', 'SALES_MANAGER', "Joseph D'Souza", 'National sales manager', 'E1001', 'LSRES', null, 'Mumbai', 'LS PS PH'],
  ['E1011', 'sales_manager', 'SALES_MANAGER', 'Rakesh Malhotra', 'Regional manager, North and South', 'E1010', 'LSRES', 'NORTH', 'New Delhi', 'LS PS PH'],
  ['E1012', 'meena', 'SALES_MANAGER', 'Meena Kulkarni', 'Regional manager, West', 'E1010', 'LSRES', 'WEST', 'Mumbai', 'LS PS PH'],
  ['E1013', 'asha', 'SALES_REP', 'Asha Patil', 'Sales executive', 'E1012', 'LSRES', 'WEST', 'Pune', 'LS PS'],
  ['E1014', 'sales_rep', 'SALES_REP', 'Arjun Nair', 'Sales executive', 'E1011', 'LSRES', 'SOUTH', 'Hyderabad', 'LS PS PH'],
  ['E1021', 'ravi', 'PRICING_APPROVER', 'Ravi Shetty', 'Pricing manager', 'E1001', null, null, 'Mumbai', 'LS PS PH'],
  ['E1022', 'pricing_approver', 'PRICING_APPROVER', 'Deepa Joshi', 'Pricing analyst', 'E1021', null, null, 'Mumbai', 'LS PS PH'],
  ['E1031', 'csc_agent', 'CSC_AGENT', 'Farah Khan', 'Customer service executive', 'E1010', null, null, 'Mumbai', 'LS PS PH'],
  ['E1032', 'csc_manager', 'CSC_AGENT', 'Gautam Naik', 'Customer service manager', 'E1010', null, null, 'Mumbai', 'LS PS PH'],
  ['E1041', 'eud_approver', 'EUD_APPROVER', 'Leela Thomas', 'Regulatory officer', 'E1001', null, null, 'Mumbai', 'LS PS PH'],
  ['E1051', 'credit_controller', 'CREDIT_CONTROLLER', 'Chetan Shah', 'Credit controller', 'E1061', null, null, 'Mumbai', 'LS PS PH'],
  ['E1052', 'cc1', 'CREDIT_CONTROLLER', 'Charu Bansal', 'Credit executive', 'E1051', null, null, 'Mumbai', 'LS PS PH'],
  ['E1053', 'cc2', 'CREDIT_CONTROLLER', 'Colin Fernandes', 'Credit manager', 'E1051', null, null, 'Mumbai', 'LS PS PH'],
  ['E1061', 'finance', 'FINANCE', 'Firdaus Irani', 'Head of receivables', null, null, null, 'Mumbai', 'LS PS PH'],
  ['E1062', 'sneha', 'FINANCE', 'Sneha Deshmukh', 'Receivables executive', 'E1061', null, null, 'Mumbai', 'LS PS PH'],
  ['E1071', 'qa', 'QA', 'Anita Ghosh', 'Quality manager', null, null, null, 'Ankleshwar', 'LS PS PH'],
  ['E1081', 'auditor', 'AUDITOR', 'Vivek Saxena', 'Internal auditor', null, null, null, 'Mumbai', 'LS PS PH'],
  ['E1091', 'master_admin', 'MASTER_ADMIN', 'Sunil Kadam', 'Master data lead', null, null, null, 'Mumbai', 'LS PS PH'],
  ['E1092', 'sys_admin', 'SYS_ADMIN', 'Prakash Pillai', 'IT administrator', null, null, null, 'Mumbai', 'LS PS PH'],
]

/** People of partners: login, role, name, mobile, and whose they are. */
// biome-ignore format: a table, one row a line
const partners: readonly (readonly [string, Role, string, string, { customer?: string; transporter?: string; plant?: string }])[] = [
  ['customer', 'CUSTOMER', 'Rohan Bhide', '9000020001', { customer: '100101' }],
  ['nitin', 'CUSTOMER', 'Nitin Joshi', '9000020009', { customer: '100101' }],
  ['sunita', 'CUSTOMER', 'Sunita Rao', '9000020010', { customer: '100101' }],
  ['farah', 'CUSTOMER', 'Farah Shaikh', '9000020011', { customer: '100101' }],
  ['jyoti', 'CUSTOMER', 'Jyoti Sawant', '9000020007', { customer: '100102' }],
  ['imran', 'CUSTOMER', 'Imran Qureshi', '9000020008', { customer: '100110' }],
  ['distributor', 'DISTRIBUTOR', 'Manish Agrawal', '9000020002', { customer: '100201' }],
  ['transporter', 'TRANSPORTER', 'Harpreet Gill', '9000020003', { transporter: 'KONARK' }],
  ['dispatch', 'DISPATCH', 'Ganesh Pawar', '9000020004', { plant: '1201' }],
  ['dispatch_north', 'DISPATCH', 'Sandeep Yadav', '9000020005', { plant: '1202' }],
  ['dispatch_south', 'DISPATCH', 'Murugan Selvam', '9000020006', { plant: '1203' }],
]

/** Every login of the demo company. */
export const demoLogins = [...employees.map(([, login]) => login), ...partners.map(([login]) => login)]

export const writeEmployees = ({ write }: SeedWriter) =>
  write(
    employee,
    employees.map(([employeeCode, login, , name, designation, manager, department, zone, locationCity], place) => ({
      employeeCode,
      name,
      designation,
      manager,
      department,
      zone,
      locationCity,
      email: `${login}@meridian-labs.example`,
      mobile: `90000100${String(place + 10)}`,
      dateOfJoining: `20${12 + (place % 10)}-0${1 + (place % 9)}-15`,
    })),
  )

const ORDERING: readonly Role[] = ['SALES_REP', 'SALES_MANAGER', 'CSC_AGENT']

/** Where employees work; sales and the customer service centre place orders there. */
export const writeSbusOfEmployees = ({ write }: SeedWriter) =>
  write(
    sbuEmployeeMap,
    employees.flatMap(([code, , role, , , , , , , sbus]) =>
      sbus.split(' ').map((sbu, place) => ({
        employee: code,
        sbu,
        isPrimary: place === 0,
        canPlaceOrders: ORDERING.includes(role),
      })),
    ),
  )

/** Their logins; `hashes` are of the demo password, one a login, each with its own salt. */
export async function writeLogins(
  { write }: SeedWriter,
  hashes: ReadonlyMap<string, string>,
  at: string,
): Promise<void> {
  const ready = (login: string) => ({
    loginId: login,
    passwordHash: hashes.get(login)!,
    passwordChangedAt: at,
    mustChangePassword: false,
    inviteStatus: 'ACTIVE' as const,
  })
  await write(user, [
    ...employees.map(([code, login, , name], place) => ({
      ...ready(login),
      name,
      userType: 'EMPLOYEE' as const,
      email: `${login}@meridian-labs.example`,
      mobile: `90000100${String(place + 10)}`,
      employee: code,
    })),
    ...partners.map(([login, role, name, mobile, owner]) => ({
      ...ready(login),
      name,
      mobile,
      userType: roles[role].userType,
      email: `${login}@partner.example`,
      ...owner,
    })),
  ])
}

/** What the colleagues of a customer's head may do; the others have none, and head their companies. */
export const writeCompanyPeople = ({ write }: SeedWriter) =>
  write(companyPerson, [
    { user: 'nitin', customer: '100101', companyRoles: ['BUYER'], orderLimit: 50_000_00 },
    { user: 'sunita', customer: '100101', companyRoles: ['PAYER'] },
    { user: 'farah', customer: '100101', companyRoles: ['QUALITY'] },
  ])

const EVERYTHING: readonly Role[] = ['SYS_ADMIN', 'MASTER_ADMIN', 'FINANCE', 'QA', 'AUDITOR']

/** Their roles: the back office everywhere, a dispatch desk at its plant, everybody else for their own data. */
export const writeRoles = ({ write }: SeedWriter) =>
  write(assignRoles, [
    ...employees.map(([, login, role]) => ({
      user: login,
      role,
      scopeType: EVERYTHING.includes(role) ? ('ALL' as const) : ('OWN' as const),
    })),
    ...partners.map(([login, role, , , { plant = null }]) => ({
      user: login,
      role,
      scopeType: plant ? ('PLANT' as const) : ('OWN' as const),
      scopeRef: plant,
    })),
  ])
