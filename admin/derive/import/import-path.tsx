const steps = ['File', 'Columns', 'Check'] as const

/** How far an import is. */
export const ImportPath = ({ at }: { at: (typeof steps)[number] }) => (
  <ol className="import-path" aria-label="Steps of the import">
    {steps.map(step => (
      <li key={step} aria-current={step === at ? 'step' : undefined}>
        {step}
      </li>
    ))}
  </ol>
)
