import { type AccessControlProvider, Refine } from '@refinedev/core'
import routerProvider from '@refinedev/react-router'
import { type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { lazy, Suspense, use, useMemo, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { resources } from '../../resources/registry.ts'
import { loginPath } from '../account/next-path.ts'
import { type Person, PersonContext, permissionsFrom } from '../account/person.ts'
import { type Me, session } from '../account/session.ts'
import { InPlace } from '../derive/in-place.ts'
import { readOptionsAs, readTitlesOf } from '../derive/value-text.ts'
import { isRefusal, lastWriteAt } from '../shell/api.ts'
import { gridSettingsQuery } from '../shell/grid-settings.ts'
import { isScreenPath } from '../shell/menu/menu-tree.ts'
import NotFound from '../shell/not-found.tsx'
import { notificationProvider } from '../shell/notices/notices.ts'
import { openedAt } from '../shell/opened-at.ts'
import { authProvider } from './auth-provider.ts'
import { dataProvider } from './data-provider.ts'
import { Layout } from './layout.tsx'

const CreateInPlace = lazy(() => import('../derive/form/create-in-place.tsx'))
const IdleWatch = lazy(() => import('../account/idle-watch.tsx'))

/** Where a password that must be changed is changed. */
const FIRST = '/masters/contact-details'

/** Everything inside the shell: loads the session, or leads to the sign-in page and back. */
export default function SignedIn() {
  const me = use(session())
  const { pathname, search } = useLocation()
  if (me?.user.mustChangePassword && pathname !== FIRST) return <Navigate replace to={FIRST} />
  if (me) return <Shell me={me} key={me.user.id} />
  return isScreenPath(pathname) ? <Navigate replace to={loginPath(pathname + search)} /> : <NotFound />
}

/** Pages with their own queries learn of the end of the session here; Refine's hooks report it themselves. */
async function leaveWhenSignedOut(error: unknown) {
  const { redirectTo } = await authProvider.onError(error)
  if (redirectTo) window.location.assign(redirectTo)
}

const retry = (tries: number, error: unknown) => tries < 2 && isRefusal(error) && error.statusCode === 0

/**
 * The parts of one screen share what was read a moment ago, unless something was written since. Whoever opens a screen
 * wants to see what others did meanwhile.
 */
const staleTime = ({ state }: Query) => (state.dataUpdatedAt > Math.max(lastWriteAt, openedAt) ? 5_000 : 0)

const caches = new WeakMap<Me, QueryClient>()

/**
 * The cache of a person's queries: one each, so that nobody sees data fetched for another. It is kept outside of React,
 * which runs an initial state anew whenever a part of the first page is still loading.
 */
function cacheOf(me: Me): QueryClient {
  const known = caches.get(me)
  if (known) return known
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: leaveWhenSignedOut }),
    // Without a connection a question fails at once, and its page says so: it would wait without a word.
    defaultOptions: { queries: { retry, staleTime, refetchOnWindowFocus: false, networkMode: 'always' } },
  })
  caches.set(me, client)
  void client.prefetchQuery(gridSettingsQuery)
  return client
}

function Shell({ me }: { me: Me }) {
  const [queryClient] = useState(() => cacheOf(me))
  const person = useMemo<Person>(() => {
    readOptionsAs(me.user.userType)
    readTitlesOf(resources)
    return { ...me, ...permissionsFrom(me.rules) }
  }, [me])
  const accessControlProvider: AccessControlProvider = {
    can: async ({ resource, action, params }) => ({
      can: person.may(asAction[action] ?? 'read', resource ?? '', params?.field as string | undefined),
    }),
  }
  return (
    <PersonContext value={person}>
      <App component={false}>
        <Refine
          dataProvider={dataProvider}
          authProvider={authProvider}
          accessControlProvider={accessControlProvider}
          routerProvider={routerProvider}
          notificationProvider={notificationProvider}
          options={{
            reactQuery: { clientConfig: queryClient },
            disableTelemetry: true,
            disableRouteChangeHandler: true,
          }}
        >
          <InPlace value={CreateInPlace}>
            <Layout />
          </InPlace>
          {me.idleMinutes > 0 && (
            <Suspense fallback={null}>
              <IdleWatch minutes={me.idleMinutes} />
            </Suspense>
          )}
        </Refine>
      </App>
    </PersonContext>
  )
}

/** Refine's action names as the portal's. */
const asAction: Record<string, Parameters<Person['may']>[0]> = {
  list: 'read',
  show: 'read',
  create: 'create',
  clone: 'create',
  edit: 'update',
  delete: 'deactivate',
  import: 'import',
  export: 'export',
  approve: 'approve',
}
