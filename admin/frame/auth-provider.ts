import type { AuthProvider } from '@refinedev/core'
import { loginPath } from '../account/next-path.ts'
import { forgetSession, session, signIn, signOut } from '../account/session.ts'
import { isAnythingUnsaved } from '../derive/form/unsaved.ts'
import { isRefusal } from '../shell/api.ts'
import { notificationProvider } from '../shell/notices/notices.ts'

const here = () => window.location.pathname + window.location.search

/** Refine's auth provider, backed by `session.ts`. */
export const authProvider: AuthProvider = {
  login: async ({ loginId, password }: { loginId: string; password: string }) => {
    await signIn(loginId, password)
    return { success: true, redirectTo: '/' }
  },
  logout: async () => {
    await signOut()
    return { success: true, redirectTo: '/login' }
  },
  check: async () =>
    (await session()) ? { authenticated: true } : { authenticated: false, redirectTo: loginPath(here()) },
  onError: async (error: unknown) => {
    if (!isRefusal(error) || error.statusCode !== 401) return {}
    if (error.reading && !isAnythingUnsaved()) {
      forgetSession()
      return { redirectTo: loginPath(here()) }
    }
    // Leaving now would lose what was typed, which is on the screen only.
    notificationProvider.open({
      type: 'error',
      key: 'session-ended',
      message: 'Your session has ended.',
      description: 'Sign in again in another tab, then save here again. Nothing is lost.',
    })
    return {}
  },
  getIdentity: async () => (await session())?.user,
  getPermissions: async () => (await session())?.rules,
}
