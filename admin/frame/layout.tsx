import './layout.css'
import './page.css'
import './print.css'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, Outlet, useLocation } from 'react-router'
import { roles } from '../../resources/roles.ts'
import { usePerson } from '../account/person.ts'
import { momentText } from '../derive/value-text.ts'
import { PaletteButton } from '../palette/palette-button.tsx'
import { usePalette } from '../palette/use-palette.ts'
import { companyName } from '../shell/company.ts'
import { Loading } from '../shell/loading.tsx'
import { Icon } from '../shell/menu/icons.tsx'
import { keysWindow } from '../shell/show-keys.ts'
import { Opening } from '../shell/use-quick-exit.ts'
import { LookButton } from './look-button.tsx'
import { Attendant } from './menu/attendant.ts'
import { Menu } from './menu/menu.tsx'
import { Bell } from './notices/bell.tsx'
import { NoticeBoard } from './notices/notice-board.tsx'

/** Who printed the page, and when: on paper only. */
function PrintMark({ name }: { name: string }) {
  const [at, setAt] = useState(() => new Date())
  useEffect(() => {
    const stamp = () => flushSync(() => setAt(new Date()))
    addEventListener('beforeprint', stamp)
    return () => removeEventListener('beforeprint', stamp)
  }, [])
  return (
    <p className="print-mark" aria-hidden="true">
      {companyName} · printed by {name} on {momentText(at.toISOString())}
    </p>
  )
}

const Palette = lazy(() => import('../palette/palette.tsx'))
const PhoneMenu = lazy(() => import('./menu/phone-menu.tsx'))
const ViewingMark = lazy(() => import('../access-control/viewing-mark.tsx'))

/** The shell: menu on the left (a drawer on phones), header with the signed-in person, page in the middle. */
export function Layout() {
  const { pathname } = useLocation()
  const { user, viewing } = usePerson()
  const [open, setOpen] = useState(false)
  const palette = usePalette()
  keysWindow.open = () => palette.open('keys')
  useFocusKept(pathname)
  return (
    <div className="shell">
      <a className="skip" href="#content">
        Skip to content
      </a>
      <aside className="sider">
        <Link to="/" className="brand">
          <strong>{companyName}</strong>
          <span>Orders and dispatch</span>
        </Link>
        <Menu onAllScreens={() => palette.open('screens')} />
      </aside>
      <Header onMenu={() => setOpen(true)} menuOpen={open} onFind={() => palette.open('recent')} />
      {open && (
        <Suspense fallback={<Opening onClose={() => setOpen(false)} />}>
          <PhoneMenu
            onClose={() => setOpen(false)}
            onAllScreens={() => {
              setOpen(false)
              palette.open('screens')
            }}
          />
        </Suspense>
      )}
      <main id="content" className="content" tabIndex={-1}>
        <PrintMark name={user.name} />
        {viewing && (
          <Suspense fallback={null}>
            <ViewingMark user={user} viewing={viewing} />
          </Suspense>
        )}
        <Suspense key={pathname} fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </main>
      {palette.start && (
        <Suspense fallback={<Opening onClose={palette.close} />}>
          <Palette start={palette.start} onClose={palette.close} />
        </Suspense>
      )}
      <Attendant />
      <NoticeBoard />
      <LiveChanges />
    </div>
  )
}

/** Where what had the focus is gone with its page, keys go on at the next page, not at the top of the menu. */
function useFocusKept(pathname: string) {
  const first = useRef(pathname)
  useEffect(() => {
    if (first.current === pathname) return
    first.current = ''
    if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true })
  }, [pathname])
}

function Header({ onMenu, menuOpen, onFind }: { onMenu: () => void; menuOpen: boolean; onFind: () => void }) {
  const { user, demo } = usePerson()
  return (
    <header className="header">
      <button type="button" className="menu-button" onClick={onMenu} aria-expanded={menuOpen} aria-label="Menu">
        <Icon name="menu" size={20} />
      </button>
      <Link to="/" className="brand phone-only">
        {companyName}
      </Link>
      <PaletteButton onPress={onFind} />
      {demo && <span className="demo-mark">Demo data</span>}
      <Bell />
      <LookButton />
      <Link
        to="/masters/contact-details"
        className="header-person"
        title={`Profile: ${user.roles.map(role => roles[role]?.name ?? role).join(', ')}`}
      >
        <Icon name="person" />
        <span className="header-name">{user.name}</span>
      </Link>
      <Link to="/sign-out" className="header-out">
        Sign out
      </Link>
    </header>
  )
}

/** Milliseconds after the first paint before the socket is opened. */
const AFTER_MS = 2_500

/** Listens for changes while the person is signed in; its code is loaded after the first page has settled. */
function LiveChanges() {
  const client = useQueryClient()
  useEffect(() => {
    let stop: (() => void) | undefined
    let gone = false
    const timer = setTimeout(async () => {
      const live = await import('./live.ts').catch(() => undefined)
      if (!gone) stop = live?.listenLive(client)
    }, AFTER_MS)
    return () => {
      gone = true
      clearTimeout(timer)
      stop?.()
    }
  }, [client])
  return null
}
