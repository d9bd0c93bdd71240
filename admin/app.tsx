import { ConfigProvider } from 'antd'
import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import { createBrowserRouter, matchPath, Navigate, Outlet, type RouteObject, useLocation } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { session } from './account/session.ts'
import { definePanels } from './derive/show/panel.ts'
import { pages, redirects } from './pages.ts'
import { askAheadOfLinks } from './shell/ask-ahead.ts'
import { Loading } from './shell/loading.tsx'
import { noteScreen } from './shell/opened-at.ts'
import { definePages, groups, type Page } from './shell/page-list.ts'
import { RouteError } from './shell/route-error.tsx'
import { useScreenTitle } from './shell/title.ts'
import { themeOf } from './theme/theme.ts'
import { useLook, useMotion } from './theme/use-look.ts'

definePages(pages, redirects)
definePanels(lazy(() => import('./panels.tsx')))

const load = {
  declarations: () => import('../resources/registry.ts'),
  signedIn: () => import('./frame/signed-in.tsx'),
  derived: () => import('./derive/screen.tsx'),
  list: () => import('./derive/list/list-page.tsx'),
}
const SignedIn = lazy(load.signedIn)
const Guard = lazy(() => import('./shell/guard.tsx'))

/** Makes a route of a page: sets its title, checks its permission, and loads its code on demand. */
function routeOf(page: Page): RouteObject {
  const Loaded = lazy(page.load)
  const shown = typeof page.who === 'object' ? guarded(page, <Loaded />) : <Loaded />
  return { path: page.path, element: <Titled title={page.title}>{shown}</Titled> }
}

const guarded = (page: Page, shown: ReactNode) => <Guard page={page}>{shown}</Guard>

function Titled({ title, children }: { title: string; children: ReactNode }) {
  useScreenTitle(title)
  return children
}

/** Remounts the screen on every path, so that the state of the last one does not linger while the next one loads. */
function Root() {
  const { pathname } = useLocation()
  const signedIn = !pages.some(page => page.who === 'public' && page.path === pathname)
  return (
    <Suspense key={signedIn ? 'signed-in' : pathname} fallback={<Loading />}>
      <Outlet />
    </Suspense>
  )
}

/** `/masters/<group>/<slug>` shows the same screen as `/<group>/<slug>`. */
function UnderMasters() {
  const { pathname, search, hash } = useLocation()
  return <Navigate replace to={{ pathname: pathname.slice('/masters'.length), search, hash }} />
}

const Derived = lazy(load.derived)
const GroupIndex = lazy(() => import('./frame/menu/group-index.tsx'))
const nested = ['access-control', 'shipment-tracking', 'channel-13-masters']
const isPublic = (page: Page) => page.who === 'public'
const roots = Object.keys(groups).filter(group => !pages.some(page => page.path === `/${group}`))

/**
 * Asks for the code of the screen at an address, and for who is signed in, all at once; rendering would ask for one
 * after the other.
 */
function askAhead(pathname: string) {
  const page = pages.find(({ path }) => matchPath(path, pathname))
  const loaders: (() => Promise<unknown>)[] = page ? [page.load] : [load.derived]
  if (!page && /^\/[^/]+\/[^/]+\/?$/.test(pathname)) loaders.push(load.list)
  if (!page || !isPublic(page)) loaders.unshift(session, load.declarations, load.signedIn)
  // Who needs it asks again, and says what is wrong.
  for (const ask of loaders) ask().catch(() => undefined)
}

askAhead(window.location.pathname)
askAheadOfLinks(askAhead)

const router = createBrowserRouter([
  {
    element: <Root />,
    errorElement: <RouteError />,
    hydrateFallbackElement: <Loading />,
    children: [
      ...pages.filter(isPublic).map(routeOf),
      ...redirects.map(({ from, to }) => ({ path: from, element: <Navigate replace to={to} /> })),
      ...nested.map(group => ({ path: `/masters/${group}/*`, element: <UnderMasters /> })),
      {
        element: <SignedIn />,
        children: [
          ...pages.filter(page => !isPublic(page)).map(routeOf),
          ...roots.map(group => ({ path: `/${group}`, element: <GroupIndex /> })),
          { path: '*', element: <Derived /> },
        ],
      },
    ],
  },
])

noteScreen(window.location)
// Before the screen itself, which asks at once for what it shows.
router.subscribe(({ location }) => noteScreen(location))

export function App() {
  const look = useLook()
  const motion = useMotion()
  const theme = useMemo(() => themeOf(look, motion), [look, motion])
  return (
    // antd's virtual lists hide their options from screen readers; ours are short enough without
    <ConfigProvider theme={theme} virtual={false}>
      <RouterProvider router={router} />
    </ConfigProvider>
  )
}
