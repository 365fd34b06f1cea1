import { describe, expect, test } from 'vitest'
import { containerTagSchema } from '../schema.ts'
import { createProjectBody, toProjectTag } from './schema.ts'

describe('the tag of a project', () => {
  test.each([
    ['Holiday plans', 'holiday_plans'],
    ['  Holiday -- plans!  ', 'holiday_plans'],
    ['HOLIDAY_PLANS', 'holiday_plans'],
    ['2024', '2024'],
    ['Q1/Q2', 'q1_q2'],
    ['Café', 'cafe'],
    ['../../etc', 'etc'],
  ])('of “%s” is sm_project_%s, which other routes take', (name, expected) => {
    expect(toProjectTag(name)).toBe(`sm_project_${expected}`)
    expect(containerTagSchema.parse(toProjectTag(name))).toBe(`sm_project_${expected}`)
  })

  test('of a name that was a tag adds the prefix again', () => {
    expect(toProjectTag('sm_project_default')).toBe('sm_project_sm_project_default')
  })
})

describe('the name of a project', () => {
  test.each([[''], ['!?'], ['___'], ['a\u0000'], ['x'.repeat(81)], ['\ufb03'.repeat(80)]])(
    'may not be %j',
    name => {
      expect(createProjectBody.safeParse({ name }).success).toBe(false)
    },
  )

  test('of 80 characters makes a tag that other routes take', () => {
    const { name } = createProjectBody.parse({ name: 'x'.repeat(80) })
    expect(containerTagSchema.safeParse(toProjectTag(name)).success).toBe(true)
  })
})
