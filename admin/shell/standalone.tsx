import { lazy, type ReactNode, Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import { companyName, deskAddress } from './company.ts'

const Banners = lazy(() => import('./notices/banners.tsx'))

/** What is open to everybody, beside the page that is open. */
const ways = [
  { path: '/track-shipment', words: 'Track a shipment' },
  { path: '/search-coa', words: 'Find a certificate' },
  { path: '/login', words: 'Sign in' },
]

/**
 * A page outside the shell: the company's name, the other open pages, one heading, one form; and banners below, where they
 * do not shift the content.
 */
export function Standalone({
  title,
  alert,
  banners,
  children,
}: {
  title: string
  alert?: boolean
  banners?: 'LOGIN' | 'TRACKING'
  children: ReactNode
}) {
  const { pathname } = useLocation()
  // Pages that also show errors and payments are read by people who are signed in.
  const isOpen = ways.some(({ path }) => path === pathname)
  return (
    <div className="standalone">
      <header className="standalone-brand">
        <div>
          <a href="/" className="standalone-name">
            {companyName}
          </a>
          <nav className="standalone-ways" aria-label="Open to everybody">
            {(isOpen ? ways : ways.slice(0, -1))
              .filter(({ path }) => path !== pathname)
              .map(({ path, words }) => (
                <Link key={path} to={path}>
                  {words}
                </Link>
              ))}
          </nav>
        </div>
      </header>
      <main className="standalone-page">
        <h1>{title}</h1>
        <div className="standalone-text" role={alert ? 'alert' : undefined}>
          {children}
        </div>
        {banners && (
          <Suspense fallback={null}>
            <Banners placement={banners} />
          </Suspense>
        )}
      </main>
      <footer className="standalone-foot">
        <div>
          <span>{companyName}</span>
          {deskAddress && <a href={`mailto:${deskAddress}`}>{deskAddress}</a>}
          <Link to="/opt-out">Stop messages</Link>
        </div>
      </footer>
    </div>
  )
}
