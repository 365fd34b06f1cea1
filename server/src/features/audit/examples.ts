/** Bodies shown in the API description. A test checks each against its schema. */
export const auditExample = {
  response: {
    entries: [
      {
        id: '1042',
        at: '2026-05-14T09:30:00.000Z',
        actor: { kind: 'person', id: 'x7Yd0Kq2', name: 'Ada Lovelace' },
        action: 'key.create',
        target: '1k7m3q9x2v5t',
        details: { name: 'Laptop' },
        address: '203.0.113.7',
        requestId: 'req_8f2c1d',
      },
    ],
    next: null,
  },
}
