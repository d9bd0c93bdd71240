import { lazy, type ReactNode, Suspense } from 'react'

const Banners = lazy(() => import('./notices/banners.tsx'))

/**
 * A page outside the shell: product name, one heading, a few lines, links; and banners below, where they do not shift
 * the content.
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
  return (
    <div className="standalone">
      <header className="standalone-brand">
        <a href="/">Bilty</a>
      </header>
      <main className="standalone-card">
        <h1>{title}</h1>
        <div className="standalone-text" role={alert ? 'alert' : undefined}>
          {children}
        </div>
      </main>
      {banners && (
        <Suspense fallback={null}>
          <Banners placement={banners} />
        </Suspense>
      )}
    </div>
  )
}
