import type { Page } from '../shell/page-list.ts'

/** The pages of signing in. */
export const accountPages: readonly Page[] = [
  { path: '/login', title: '', who: 'public', load: () => import('./login.tsx') },
  { path: '/sign-out', title: '', who: 'public', load: () => import('./sign-out.tsx') },
  {
    path: '/forget-password',
    title: 'Forget Password',
    who: 'public',
    load: () => import('./forget-password.tsx'),
  },
  { path: '/noaccess', title: 'No Access', who: 'public', load: () => import('./no-access.tsx') },
]
