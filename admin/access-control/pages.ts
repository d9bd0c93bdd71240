import type { Page } from '../shell/page-list.ts'

/** The pages of roles and rights. */
export const accessPages: readonly Page[] = [
  {
    path: '/access-control/assign-roles',
    title: 'Assign Roles',
    group: 'access-control',
    purpose: 'Who holds which role: assign, restrict, end, revoke.',
    who: { action: 'read', subject: 'access-control/assign-roles' },
    load: () => import('./assign-roles.tsx'),
  },
  {
    path: '/access-control/role-matrix',
    title: 'What Each Role May Do',
    group: 'access-control',
    purpose: 'Every role at every list, action, step and right.',
    who: { action: 'read', subject: 'access-control/assign-roles' },
    load: () => import('./role-matrix.tsx'),
  },
  {
    path: '/access-control/access-explained',
    title: 'View Access',
    group: 'access-control',
    purpose: 'The rights of one person, and why they see a record or not.',
    who: { capability: 'explainAccess' },
    load: () => import('./access-explained.tsx'),
  },
  {
    path: '/access-control/company-people',
    title: 'People Of Our Company',
    group: 'access-control',
    purpose: 'Who signs in for your company, and what each person may do.',
    who: { capability: 'keepOwnCompany' },
    load: () => import('./company-people.tsx'),
  },
  {
    path: '/access-control/unlock-employee',
    title: 'Unlock Employee',
    group: 'access-control',
    purpose: 'Unlock logins that were locked after wrong passwords.',
    who: { capability: 'seeLockedPartners' },
    load: () => import('./unlock-employee.tsx'),
  },
]
