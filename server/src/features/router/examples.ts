/** Bodies shown in the API description. A test checks each against its schema. */
export const openaiExample = {
  body: {
    model: 'gpt-4.1-mini',
    stream: true,
    messages: [
      { role: 'system', content: 'You are a helpful assistant.' },
      { role: 'user', content: 'Which of my bees should I move first?' },
    ],
  },
}

export const anthropicExample = {
  body: {
    model: 'claude-sonnet-4-5',
    max_tokens: 1_024,
    system: 'You are a helpful assistant.',
    messages: [{ role: 'user', content: 'Which of my bees should I move first?' }],
  },
}
