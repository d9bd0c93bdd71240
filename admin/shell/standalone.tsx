import type { ReactNode } from 'react'

/** A page outside the shell: product name, one heading, a few lines, and where to go next. */
export function Standalone({ title, alert, children }: { title: string; alert?: boolean; children: ReactNode }) {
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
    </div>
  )
}
